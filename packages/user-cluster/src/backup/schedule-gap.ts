// SPDX-License-Identifier: Apache-2.0
import { Cron } from 'croner';

/** A day before which no run is looked for: any would do, and a fixed one gives the same answer every day. */
const start = new Date('2027-01-01T00:00:00Z');

/** Enough runs to see a month of one every quarter of an hour on some of its days. */
const runs = 800;

/**
 * Returns the longest time between two runs of a schedule, in seconds.
 *
 * @param schedule - five parts, in UTC; their shape is right.
 * @returns undefined for a schedule that never runs, such as one on the 31st of February, or whose
 * ranges are backwards.
 */
export function longestGapSeconds(schedule: string): number | undefined {
  const times = timesOf(schedule);
  if (times.length < 2) return undefined;
  const gaps = times.slice(1).map((time, index) => time.getTime() - (times[index]?.getTime() ?? 0));
  return Math.max(...gaps) / 1_000;
}

const dayLong = 86_400_000;

/** Returns how many runs a schedule has in so many days, on average; 0 for one that never runs. */
export function runsWithin(schedule: string, days: number): number {
  const times = timesOf(schedule);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || first === last) return 0;
  const gap = (last.getTime() - first.getTime()) / (times.length - 1);
  return Math.ceil((days * dayLong) / gap);
}

function timesOf(schedule: string): Date[] {
  try {
    // By a time zone, even Etc/UTC, croner asks Intl about each run, which takes ten times as long.
    return new Cron(schedule, { mode: '5-part', utcOffset: 0 }).nextRuns(runs, start);
  } catch {
    return [];
  }
}
