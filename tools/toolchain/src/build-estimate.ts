// SPDX-License-Identifier: Apache-2.0
import type { Tool } from './tool-types.ts';

/** Number of cores on which `coldMinutes` of the tables was measured. */
const measuredCores = 2;

/** Number of cores above which builds hardly get faster, because linking uses one core. */
const usefulCores = 8;

/**
 * Returns the seconds that a build with empty Go caches takes on this number of otherwise idle
 * cores.
 */
export function expectedSeconds({ coldMinutes }: Pick<Tool, 'coldMinutes'>, cores: number): number {
  return (coldMinutes * 60 * measuredCores) / Math.min(Math.max(cores, 1), usefulCores);
}

/** Progress of a sequence of builds. All times are in seconds. */
export interface BuildState {
  /** Time that each build takes with empty caches on an idle machine, in build order. */
  readonly expected: readonly number[];
  /** Time that each finished build took; these are the first builds of `expected`. */
  readonly taken: readonly number[];
  /** Time that the next build, which is running, has taken so far. */
  readonly current: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/**
 * Returns the seconds that are left: the expected time of the remaining builds, scaled by the pace
 * of this machine so far. A busy machine or full caches show after the first build. A build that
 * takes longer than expected raises the estimate while it runs.
 */
export function remainingSeconds({ current, expected, taken }: BuildState): number {
  const done = sum(expected.slice(0, taken.length));
  const [next = 0, ...later] = expected.slice(taken.length);
  const pace = done === 0 ? 1 : sum(taken) / done;
  const withCurrent = next + done === 0 ? pace : (sum(taken) + current) / (next + done);
  const own = Math.max(pace, withCurrent);
  return Math.max(0, next * own - current) + sum(later) * own;
}

/** Returns a duration in words, such as `about 4 min`. */
export function aboutMinutes(seconds: number): string {
  return `about ${Math.max(1, Math.round(seconds / 60))} min`;
}
