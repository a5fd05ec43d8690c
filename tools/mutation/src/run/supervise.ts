// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Entry, readJournal, writeEntry } from '../journal.ts';
import { type Plan, planVariable } from '../plan.ts';

/** A process that writes nothing for so long hangs in a mutant; loading Jest takes ten seconds. */
const silenceMilliseconds = 90_000;
const pollMilliseconds = 500;

const require = createRequire(import.meta.url);
const jest = require.resolve('jest/bin/jest');
const preset = require(join(import.meta.dirname, '../../../../jest.preset.cjs')) as object;
const part = (name: string) => join(import.meta.dirname, '../jest', name);

/** As all packages have it, with parts of our own. */
const jestConfig = (plan: Plan, cache: string) => ({
  ...preset,
  rootDir: plan.packageFolder,
  testEnvironment: part('environment.ts'),
  testRunner: part('runner.ts'),
  testSequencer: part('sequencer.ts'),
  transform: { '\\.ts$': part('transform.ts') },
  cacheDirectory: cache,
});

/** Test files that are not through, and the mutant in which the last process got stuck. */
export function unfinished(testFiles: readonly string[], journal: readonly Entry[]) {
  const ended = new Set(journal.flatMap((one) => (one.kind === 'end' ? [one.testFile] : [])));
  const last = journal.at(-1);
  return {
    testFiles: testFiles.filter((file) => !ended.has(file)),
    stuckIn: last?.kind === 'start' ? last : undefined,
    /** It hung or fell over before or after its mutants. */
    stuckFile:
      last !== undefined && last.kind !== 'end' && last.kind !== 'pause'
        ? last.testFile
        : undefined,
  };
}

/** One process with Jest, until it ends or hangs. */
async function runJest(folder: string, plan: Plan, files: readonly string[]) {
  const config = join(folder, 'jest.json');
  const log = openSync(join(folder, 'jest.log'), 'a');
  const args = ['--config', config, '--runInBand', '--silent'];
  const child = spawn(process.execPath, [jest, ...args, '--runTestsByPath', ...files], {
    cwd: plan.packageFolder,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      [planVariable]: join(folder, 'plan.json'),
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    },
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = () => {
    child.kill('SIGKILL');
    process.exit(1);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let [size, since] = [-1, Date.now()];
  while (child.exitCode === null && child.signalCode === null) {
    await Promise.race([ended, setTimeout(pollMilliseconds)]);
    const now = existsSync(plan.journal) ? statSync(plan.journal).size : 0;
    if (now !== size) [size, since] = [now, Date.now()];
    if (Date.now() - since < silenceMilliseconds) continue;
    child.kill('SIGKILL');
    await ended;
  }
  process.off('SIGINT', stop).off('SIGTERM', stop);
}

/** Runs all test files of a plan, in as many processes as it takes, one after the other. */
export async function supervise(plan: Plan, folder: string): Promise<readonly Entry[]> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  writeFileSync(join(folder, 'jest.json'), JSON.stringify(jestConfig(plan, join(folder, 'cache'))));
  for (;;) {
    const before = readJournal(plan.journal);
    const { testFiles } = unfinished(plan.testFiles, before);
    const [testFile] = testFiles;
    if (testFile === undefined) return before;
    await runJest(folder, plan, testFiles);
    const after = readJournal(plan.journal);
    // Jest itself does not start: the file has a mistake that its own run of Jest tells.
    if (after.length === before.length) {
      writeEntry(plan.journal, { kind: 'end', testFile, unfit: 'it does not load' });
    } else tellStuck(plan.journal, unfinished(plan.testFiles, after));
  }
}

/** What the process was in when it had to be ended. */
function tellStuck(journal: string, { stuckIn, stuckFile }: ReturnType<typeof unfinished>): void {
  if (stuckIn !== undefined) {
    const { testFile, mutant } = stuckIn;
    writeEntry(journal, { kind: 'verdict', testFile, mutant, verdict: 'timeout' });
    writeEntry(journal, { kind: 'pause', testFile });
  } else if (stuckFile !== undefined) {
    writeEntry(journal, { kind: 'end', testFile: stuckFile, unfit: 'it hangs' });
  }
}
