// SPDX-License-Identifier: Apache-2.0

/** How many checks a step made, and how many of them failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** The part of Jest's JSON report that is counted. */
interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Counts a Jest run; a suite that failed without a failed test of its own counts as one. */
export function tallyJest(report: JestReport): Tally {
  const silent = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + silent.length };
}

/** Adds tallies up. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** The last line of a run. */
export function renderTally({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
