// SPDX-License-Identifier: Apache-2.0

/** Returns the median of numbers; for an even count, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns the median absolute deviation: a spread that a single outlier cannot move. */
export function medianDeviation(values: readonly number[]): number {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle)));
}

/** Median and spread of values. */
export interface Summary {
  readonly median: number;
  /** Median absolute deviation. */
  readonly spread: number;
  readonly runs: number;
}

/** Returns the median and the spread of values. */
export function summarize(values: readonly number[]): Summary {
  return { median: median(values), spread: medianDeviation(values), runs: values.length };
}
