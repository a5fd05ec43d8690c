// SPDX-License-Identifier: Apache-2.0
import type { Summary } from '../measure/statistics.ts';

/** Recorded ratio, and its present value. */
export interface Comparison {
  readonly name: string;
  readonly recorded: Summary;
  readonly now: Summary;
}

/** Relative growth of a ratio that is always allowed, because machines differ. */
const tolerance = 0.2;

/** Standard deviation of a normal distribution divided by its median absolute deviation. */
const deviationsPerSpread = 1.4826;

/** Number of standard deviations of both runs together that noise does not explain. */
const deviations = 3;

/** Returns the highest ratio that does not count as a regression. */
export function limitOf({ recorded, now }: Pick<Comparison, 'recorded' | 'now'>): number {
  const noise = Math.hypot(recorded.spread, now.spread) * deviationsPerSpread * deviations;
  return recorded.median + Math.max(recorded.median * tolerance, noise);
}

/** Returns a sentence for each ratio that has become slower than noise explains. */
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
