// SPDX-License-Identifier: Apache-2.0
import { relative } from 'node:path';

/** Number of passed checks of a step, and what failed. */
export interface Tally {
  readonly passed: number;
  /** One line for each check that failed: its step or file, and the name of the test. */
  readonly failures: readonly string[];
}

/** Part of Jest's JSON report that is read. */
interface JestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
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
  return { passed: numPassedTests, failures };
}

/** Returns the sum of tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/** Returns how many checks passed and failed: the last line of a run. */
export function renderTally({ passed, failures }: Tally): string {
  return `${passed} passed, ${failures.length} failed`;
}

/** Returns the end of a run: every check that failed, then the sums. */
export function renderEnd(tally: Tally): string {
  const { failures } = tally;
  const lines = failures.length === 0 ? [] : ['\nFailed:', ...failures.map((line) => `  ${line}`)];
  return [...lines, renderTally(tally)].join('\n');
}
