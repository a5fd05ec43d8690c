// SPDX-License-Identifier: Apache-2.0

/** Number of passed and failed checks of a step. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** Part of Jest's JSON report that is counted. */
interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * Counts the tests of a Jest run; a suite that failed without a failed test counts as one failure.
 */
export function tallyJest(report: JestReport): Tally {
  const silent = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + silent.length };
}

/** Returns the sum of tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** Returns the last line of a run. */
export function renderTally({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
