// SPDX-License-Identifier: Apache-2.0
import { ensureManifests } from '@strata/manifests/ensure';
import {
  consoleReport,
  ensureToolchain,
  formatDuration,
  stopOnSignal,
  toolsFor,
} from '@strata/toolchain';
import type { Report } from '@strata/toolchain';
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { emptyLargeCache } from './compile-cache.ts';
import { giveWay } from './give-way.ts';
import { keepReports } from './keep-reports.ts';
import { lintMemory } from './lint-memory.ts';
import { addTallies, renderEnd, renderTally, tallyJest, type Tally } from './summary.ts';

const root = resolve(import.meta.dirname, '../../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const script = (name: string) => ['npm', 'run', '--silent', name];
const reports = mkdtempSync(join(tmpdir(), 'strata-test-'));
/**
 * Temporary files of unit tests. It goes with the run, and with it what programs leave that a test has
 * killed, such as the kubeconfigs of a provider.
 */
const temporary = join(reports, 'tmp');
mkdirSync(temporary);

/** Step of the run: a command, and how its checks are counted. */
interface Step {
  readonly title: string;
  readonly command: readonly string[];
  /** Path of Jest's report, if the command is Jest; any other command counts as one check. */
  readonly report?: string;
  /**
   * Whether output is printed as it comes; otherwise it is printed in one piece when the step has
   * ended.
   */
  readonly live?: boolean;
  /**
   * Whether it gives way to parallel steps: real components have deadlines, a compiler has none.
   */
  readonly givesWay?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Whether to run the tests that take many minutes, too: `npm test -- --all`, e2e/long.cjs. */
const all = process.argv.slice(2).includes('--all');
const longTests = { STRATA_TEST_ALL: String(all) };

/**
 * Whether to boot real machines instead of all other tests: `npm test -- --machine`, e2e/README.md.
 */
const machine = process.argv.slice(2).includes('--machine');

/** Whether to follow the README in a fresh clone instead: `npm test -- --readme`, e2e/README.md. */
const readme = process.argv.slice(2).includes('--readme');

/** Options that make Jest use native modules, as the programs do. */
const nodeOptions = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

const fileName = (title: string) => title.replaceAll(' ', '-');

function jest(title: string, config: string, args: readonly string[] = []): Step {
  const report = join(reports, `${fileName(title)}.json`);
  const output = ['--json', `--outputFile=${report}`];
  return { title, command: [bin('jest'), '--config', config, ...output, ...args], report };
}

/**
 * Lanes that run in parallel, because the end-to-end tests wait more than they compute. In each
 * lane, the steps that report something soonest come first.
 */
const usualLanes: readonly (readonly Step[])[] = [
  [
    {
      ...jest('end to end tests', 'e2e/jest.config.cjs', ['--runInBand']),
      env: longTests,
      live: true,
    },
  ],
  [
    { title: 'format', command: [bin('oxfmt'), '--check'], givesWay: true },
    { title: 'lint and types', command: script('lint'), givesWay: true, env: lintMemory() },
    {
      ...jest('unit tests', 'jest.config.cjs', ['--maxWorkers=2']),
      env: { ...longTests, TMPDIR: temporary },
      givesWay: true,
    },
  ],
];

/**
 * Steps that the first free lane takes: which one is free first depends on the machine. Each of them
 * is taken once.
 */
const lastSteps: readonly Step[] = [
  {
    ...jest('end to end tests apart', 'e2e/jest.apart.config.cjs', ['--runInBand']),
    env: longTests,
  },
];

const machineLane: readonly Step[] = [
  { ...jest('real machines', 'e2e/jest.machine.config.cjs', ['--runInBand']), live: true },
];

const readmeLane: readonly Step[] = [
  { ...jest('README', 'e2e/jest.readme.config.cjs', ['--runInBand']), live: true },
];

/** Signals that end a run: they are passed on to the running steps, and no further step starts. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let interrupted = false;

async function run(step: Step): Promise<number> {
  const { command, env = {}, givesWay = false, live = false, title } = step;
  const [file = '', ...args] = command;
  const log = join(reports, `${fileName(title)}.log`);
  const output = live ? 'inherit' : openSync(log, 'w');
  const child = spawn(file, args, {
    cwd: root,
    // Jest prints its JSON to standard output when no file is named; its text for people goes to
    // standard error.
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_OPTIONS: nodeOptions, NX_DAEMON: 'false', CI: 'true', ...env },
    // The step gets a process group of its own, so that stopping it also stops everything it has
    // started.
    detached: true,
  });
  if (givesWay && child.pid !== undefined) giveWay(child.pid);
  const pass = (signal: NodeJS.Signals) => {
    interrupted = true;
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  };
  for (const signal of endings) process.on(signal, pass);
  const code = await new Promise<number>((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => done(code ?? 1));
  });
  for (const signal of endings) process.off(signal, pass);
  if (output !== 'inherit') {
    closeSync(output);
    process.stderr.write(readFileSync(log));
  }
  return code;
}

function tally({ report, title }: Step, code: number, seconds: number): Tally {
  const failed = { passed: 0, failures: [title], durations: [{ what: title, seconds }] };
  if (report === undefined) return code === 0 ? { ...failed, passed: 1, failures: [] } : failed;
  try {
    const counted = tallyJest(JSON.parse(readFileSync(report, 'utf8')) as never, root);
    return code !== 0 && counted.failures.length === 0
      ? { ...counted, failures: [title] }
      : counted;
  } catch {
    return failed;
  }
}

/**
 * Runs the steps of a lane one after the other, then those that no other lane has taken; a failure
 * ends none of this.
 */
async function runLane(
  steps: readonly Step[],
  report: Report,
  untaken: Step[] = [],
): Promise<Tally> {
  const tallies: Tally[] = [];
  const waiting = [...steps];
  while (!interrupted) {
    const step = waiting.shift() ?? untaken.shift();
    if (step === undefined) break;
    const begin = Date.now();
    report.line(`\n==> ${step.title} ...`);
    const code = await run(step);
    const milliseconds = Date.now() - begin;
    const counted = tally(step, code, milliseconds / 1_000);
    tallies.push(counted);
    const duration = formatDuration(milliseconds);
    report.line(`\n==> ${step.title}: ${renderTally(counted)} (${duration})`);
  }
  return addTallies(tallies);
}

async function main(): Promise<Tally> {
  const report = consoleReport();
  emptyLargeCache(process.env.NODE_COMPILE_CACHE);
  // The lane builds the few tools that it needs itself, and reads no manifests.
  if (machine) return runLane(machineLane, report);
  // As somebody would: what the README's commands need, they build themselves.
  if (readme) return runLane(readmeLane, report);
  await stopOnSignal(async (signal) => {
    await ensureToolchain({ tools: toolsFor('test'), report, signal });
    await ensureManifests({ report, signal });
  });
  const untaken = [...lastSteps];
  const lanes = usualLanes.map((steps) => runLane(steps, report, untaken));
  return addTallies(await Promise.all(lanes));
}

try {
  const total = await main();
  process.exitCode = total.failures.length === 0 ? 0 : 1;
  console.log(renderEnd(total));
} catch (error) {
  console.error((error as Error).message);
  console.log(renderTally({ passed: 0, failures: ['the run itself'] }));
  process.exitCode ??= 1;
} finally {
  keepReports(reports, process.env.STRATA_TEST_REPORTS);
  rmSync(reports, { recursive: true, force: true });
}
