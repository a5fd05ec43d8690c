// SPDX-License-Identifier: Apache-2.0
import { daysLookedAt, readSchedule } from './read-schedule.ts';

/** Returns the largest difference between two neighbours; 0 of fewer than two. */
const largestStep = (numbers: readonly number[]): number =>
  numbers.reduce((most, one, index) => Math.max(most, one - (numbers[index - 1] ?? one)), 0);

/**
 * Returns the longest time between two runs of a schedule, in seconds.
 *
 * @param schedule - five parts, in UTC; their shape is right.
 * @returns undefined for a schedule that never runs, such as one on the 31st of February, or whose
 * ranges are backwards.
 */
export function longestGapSeconds(schedule: string): number | undefined {
  const { days, minutes } = readSchedule(schedule);
  const [first] = minutes;
  if (first === undefined || days.length === 0) return undefined;
  const last = minutes.at(-1) ?? first;
  const overnight = largestStep(days) * 24 * 60 - (last - first);
  return Math.max(overnight, largestStep(minutes)) * 60;
}

/** Returns how many runs a schedule has in so many days, on average; 0 for one that never runs. */
export function runsWithin(schedule: string, days: number): number {
  const found = readSchedule(schedule);
  return Math.ceil((days * found.days.length * found.minutes.length) / daysLookedAt);
}
