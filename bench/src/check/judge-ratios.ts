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

/** Highest relative growth that noise may explain, however much the recorded rounds differ. */
const mostNoise = 0.5;

/** Highest spread of the present rounds, relative to their median, that allows a judgement. */
const mostSpread = 0.2;

/** Standard deviation of a normal distribution divided by its median absolute deviation. */
const deviationsPerSpread = 1.4826;

/** Number of standard deviations of the recorded rounds that noise does not explain. */
const deviations = 3;

/**
 * Returns the highest ratio that does not count as a regression. The spread of the present rounds
 * does not widen it: otherwise the noisiest machine would find the least.
 */
export function limitOf({ median, spread }: Summary): number {
  const noise = Math.min(spread * deviationsPerSpread * deviations, median * mostNoise);
  return median + Math.max(median * tolerance, noise);
}

function problemOf({ name, now, recorded }: Comparison): string | undefined {
  if (now.runs === 0) return `${name} was not measured`;
  if (recorded.runs === 0) return `${name} is not recorded: record anew`;
  const median = now.median.toFixed(2);
  if (now.spread > now.median * mostSpread) {
    return (
      `${name} is ${median} ± ${now.spread.toFixed(2)}, too noisy to tell: ` +
      'check again while nothing else runs on the machine'
    );
  }
  const limit = limitOf(recorded);
  if (now.median <= limit) return undefined;
  return (
    `${name} was ${recorded.median.toFixed(2)} and is ${median}, more than ${limit.toFixed(2)}: ` +
    'look at what has become slower, or record anew why it must be'
  );
}

/** Returns a sentence for each ratio that has become worse than noise explains, or is unknown. */
export function judgeRatios(comparisons: readonly Comparison[]): readonly string[] {
  return comparisons.flatMap((one) => problemOf(one) ?? []);
}
