// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Entry, readJournal, writeEntry } from '../journal.ts';
import { type Plan, planFile, planVariable } from '../plan.ts';

/**
 * Milliseconds without output after which a process counts as hung in a mutant; loading Jest takes
 * ten seconds.
 */
const silenceMilliseconds = 90_000;
const pollMilliseconds = 500;

const require = createRequire(import.meta.url);
const jest = require.resolve('jest/bin/jest');
const preset = require(join(import.meta.dirname, '../../../../jest.preset.cjs')) as object;
const part = (name: string) => join(import.meta.dirname, '../jest', name);

/**
 * Returns the Jest configuration of all packages, with our own runner, sequencer, transform and
 * environment.
 */
const jestConfig = (plan: Plan, cache: string) => ({
  ...preset,
  rootDir: plan.packageFolder,
  testEnvironment: part('environment.ts'),
  testRunner: part('runner.ts'),
  setupFiles: [join(import.meta.dirname, '../../../jest/global-jest.cjs')],
  testSequencer: part('sequencer.ts'),
  transform: { '\\.ts$': part('transform.ts') },
  cacheDirectory: cache,
});

/**
 * Returns the test files that are not finished, and the mutant in which the last process got stuck.
 */
export function unfinished(testFiles: readonly string[], journal: readonly Entry[]) {
  const ended = new Set<string>();
  for (const { kind, testFile } of journal) {
    if (kind === 'end') ended.add(testFile);
    if (kind === 'again') ended.delete(testFile);
  }
  const last = journal.at(-1);
  return {
    testFiles: testFiles.filter((file) => !ended.has(file)),
    stuckIn: last?.kind === 'start' ? last : undefined,
    /** Test file that hung or crashed before or after its mutants. */
    stuckFile:
      last !== undefined && last.kind !== 'end' && last.kind !== 'pause'
        ? last.testFile
        : undefined,
  };
}

/** Runs one process with Jest until it ends or hangs. */
async function runJest(folder: string, plan: Plan, files: readonly string[]) {
  const config = join(folder, 'jest.json');
  const log = openSync(join(folder, 'jest.log'), 'a');
  // With --forceExit, Jest does not wait for timers and servers that tests have left running.
  const args = ['--config', config, '--runInBand', '--silent', '--forceExit'];
  const child = spawn(process.execPath, [jest, ...args, '--runTestsByPath', ...files], {
    cwd: plan.packageFolder,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      [planVariable]: join(folder, planFile),
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

/** Runs all test files of a plan in as many processes as needed, one after the other. */
export async function supervise(plan: Plan, folder: string): Promise<readonly Entry[]> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, planFile), JSON.stringify(plan));
  writeFileSync(
    join(folder, 'jest.json'),
    JSON.stringify(jestConfig(plan, join(folder, '../cache'))),
  );
  for (;;) {
    const before = readJournal(plan.journal);
    const { testFiles } = unfinished(plan.testFiles, before);
    const [testFile] = testFiles;
    if (testFile === undefined) return before;
    await runJest(folder, plan, testFiles);
    const after = readJournal(plan.journal);
    // Jest itself does not start: the file has a mistake that a normal run of Jest shows.
    if (after.length === before.length) {
      writeEntry(plan.journal, { kind: 'end', testFile, unfit: 'it does not load' });
    } else tellStuck(plan.journal, unfinished(plan.testFiles, after));
  }
}

/** Writes to the journal what the process was doing when it had to be ended. */
function tellStuck(journal: string, { stuckIn, stuckFile }: ReturnType<typeof unfinished>): void {
  if (stuckIn !== undefined) {
    const { testFile, mutant } = stuckIn;
    writeEntry(journal, { kind: 'verdict', testFile, mutant, verdict: 'timeout' });
    writeEntry(journal, { kind: 'pause', testFile });
  } else if (stuckFile !== undefined) {
    writeEntry(journal, { kind: 'end', testFile: stuckFile, unfit: 'it hangs' });
  }
}
