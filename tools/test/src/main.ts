// SPDX-License-Identifier: Apache-2.0
import { ensureManifests } from '@strata/manifests/ensure';
import { consoleReport, ensureToolchain, formatDuration, toolsFor } from '@strata/toolchain';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addTallies, renderTally, tallyJest, type Tally } from './summary.ts';

const root = resolve(import.meta.dirname, '../../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'strata-test-'));

/** One step of the run: a command, and how many checks it stands for. */
interface Step {
  readonly title: string;
  readonly command: readonly string[];
  /** Jest's report, where the command is Jest; any other command is one check. */
  readonly report?: string;
}

/** Jest in the mode in which the programs run: native modules. */
const nodeOptions = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

function jest(title: string, config: string, args: readonly string[] = []): Step {
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`);
  const output = ['--json', `--outputFile=${report}`];
  return { title, command: [bin('jest'), '--config', config, ...output, ...args], report };
}

const steps: readonly Step[] = [
  { title: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  { title: 'lint', command: [bin('nx'), 'run-many', '-t', 'lint', '--outputStyle=static'] },
  { title: 'types', command: [bin('nx'), 'run-many', '-t', 'typecheck', '--outputStyle=static'] },
  jest('unit tests', 'jest.config.cjs'),
  jest('end to end tests', 'e2e/jest.config.cjs', ['--runInBand']),
];

async function run({ command }: Step): Promise<number> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd: root,
    // Jest prints its JSON where it has no file for it; people read the other stream.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: nodeOptions, NX_DAEMON: 'false', CI: 'true' },
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      done(code ?? 1);
    });
  });
}

function tally({ report }: Step, code: number): Tally {
  if (report === undefined) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const counted = tallyJest(JSON.parse(readFileSync(report, 'utf8')) as never);
    return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Everything, in the order of how soon it says something; a failure does not hide the others. */
async function main(): Promise<Tally> {
  const report = consoleReport();
  await ensureToolchain({ tools: toolsFor('test'), report });
  await ensureManifests({ report });
  const tallies: Tally[] = [];
  for (const step of steps) {
    const begin = Date.now();
    report.line(`\n==> ${step.title}`);
    const counted = tally(step, await run(step));
    tallies.push(counted);
    report.line(`${step.title}: ${renderTally(counted)} (${formatDuration(Date.now() - begin)})`);
  }
  return addTallies(tallies);
}

try {
  const total = await main();
  process.exitCode = total.failed === 0 ? 0 : 1;
  console.log(renderTally(total));
} catch (error) {
  console.error((error as Error).message);
  console.log(renderTally({ passed: 0, failed: 1 }));
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
