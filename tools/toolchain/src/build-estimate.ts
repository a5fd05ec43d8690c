// SPDX-License-Identifier: Apache-2.0
import type { Tool } from './tool-types.ts';

/** Cores on which `coldMinutes` of the tables were measured. */
const measuredCores = 2;

/** Linking is the work of one core, so more cores than this shorten next to nothing. */
const usefulCores = 8;

/** Seconds that a build with empty Go caches takes on so many cores that do nothing else. */
export function expectedSeconds({ coldMinutes }: Pick<Tool, 'coldMinutes'>, cores: number): number {
  return (coldMinutes * 60 * measuredCores) / Math.min(Math.max(cores, 1), usefulCores);
}

/** How far a number of builds, one after the other, has come. All in seconds. */
export interface BuildState {
  /** What each build takes with empty caches on an idle machine, in the order of the builds. */
  readonly expected: readonly number[];
  /** What those have taken that are done: the first ones. */
  readonly taken: readonly number[];
  /** How long the next one has been going on. */
  readonly current: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/**
 * Seconds that are left: what was expected of the rest, at the pace of this machine so far. A busy
 * machine, or full caches, show after the first build; a build that takes longer than expected makes
 * the estimate longer while it goes on.
 */
export function remainingSeconds({ current, expected, taken }: BuildState): number {
  const done = sum(expected.slice(0, taken.length));
  const [next = 0, ...later] = expected.slice(taken.length);
  const pace = done === 0 ? 1 : sum(taken) / done;
  const withCurrent = next + done === 0 ? pace : (sum(taken) + current) / (next + done);
  const own = Math.max(pace, withCurrent);
  return Math.max(0, next * own - current) + sum(later) * own;
}

/** Such as `about 4 min`. */
export function aboutMinutes(seconds: number): string {
  return `about ${Math.max(1, Math.round(seconds / 60))} min`;
}
