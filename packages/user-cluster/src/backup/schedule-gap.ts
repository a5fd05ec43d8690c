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

function timesOf(schedule: string): Date[] {
  try {
    return new Cron(schedule, { mode: '5-part', timezone: 'Etc/UTC' }).nextRuns(runs, start);
  } catch {
    return [];
  }
}
