// SPDX-License-Identifier: Apache-2.0
import { relative } from 'node:path';

/** Number of passed checks of a step, and what failed. */
export interface Tally {
  readonly passed: number;
  /** One line for each check that failed: its step or file, and the name of the test. */
  readonly failures: readonly string[];
  /** Durations of test files, and of steps that have none. */
  readonly durations: readonly Duration[];
}

/** How long something took. */
export interface Duration {
  /** Path of a file of tests from the root of the repository, or the title of a step. */
  readonly what: string;
  readonly seconds: number;
}

/** Part of Jest's JSON report that is read. */
interface JestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
    /** Milliseconds; the runners count them from different beginnings. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Counts the tests of a Jest run; a file that failed without a failed test counts as one failure.
 *
 * @param root - absolute path of the repository; the failures name their files from here.
 */
export function tallyJest({ numPassedTests, testResults }: JestReport, root: string): Tally {
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file}: ${fullName}`);
    });
  const durations = testResults.map(({ endTime, name, startTime }) => ({
    what: relative(root, name),
    seconds: (endTime - startTime) / 1_000,
  }));
  return { passed: numPassedTests, failures, durations };
}

/** Returns the sum of tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    durations: tallies.flatMap(({ durations }) => durations),
  };
}

/** Returns how many checks passed and failed: the last line of a run. */
export function renderTally({ passed, failures }: Pick<Tally, 'passed' | 'failures'>): string {
  return `${passed} passed, ${failures.length} failed`;
}

/** Number of durations that the end of a run names. */
const longest = 40;

function renderLongest(durations: readonly Duration[]): string[] {
  const most = durations
    .map(({ seconds, what }) => ({
      what: what.replace(/\.test\.tsx?$/, ''),
      whole: Math.round(seconds),
    }))
    .filter(({ whole }) => whole > 0)
    .sort((one, other) => other.whole - one.whole)
    .slice(0, longest)
    .map(({ what, whole }) => `${what} ${whole}`);
  return most.length === 0 ? [] : [`\nLongest, in seconds: ${most.join(', ')}`];
}

/** Returns the end of a run: what took longest, every check that failed, then the sums. */
export function renderEnd(tally: Tally): string {
  const { durations, failures } = tally;
  const failed = failures.length === 0 ? [] : ['\nFailed:', ...failures.map((line) => `  ${line}`)];
  return [...renderLongest(durations), ...failed, renderTally(tally)].join('\n');
}
