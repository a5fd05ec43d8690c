// SPDX-License-Identifier: Apache-2.0
import type { Summary } from '../measure/statistics.ts';

/** What a ratio was when it was recorded, and what it is now. */
export interface Comparison {
  readonly name: string;
  readonly recorded: Summary;
  readonly now: Summary;
}

/** By so much a ratio may grow in any case: machines differ. */
const tolerance = 0.2;

/** Of a normal distribution, its standard deviation by its median absolute deviation. */
const deviationsPerSpread = 1.4826;

/** So many standard deviations of both runs together are no noise any more. */
const deviations = 3;

/** The most that a ratio may be now without anybody having to look. */
export function limitOf({ recorded, now }: Pick<Comparison, 'recorded' | 'now'>): number {
  const noise = Math.hypot(recorded.spread, now.spread) * deviationsPerSpread * deviations;
  return recorded.median + Math.max(recorded.median * tolerance, noise);
}

/** What has become slower than noise explains, a sentence each. */
export function findRegressions(comparisons: readonly Comparison[]): readonly string[] {
  return comparisons
    .filter(({ now, recorded }) => now.runs > 0 && recorded.runs > 0)
    .filter((one) => one.now.median > limitOf(one))
    .map(
      ({ name, now, recorded }) =>
        `${name} was ${recorded.median.toFixed(2)} and is ${now.median.toFixed(2)}, ` +
        `more than ${limitOf({ now, recorded }).toFixed(2)}: look at what has become slower, ` +
        'or record anew why it must be',
    );
}
