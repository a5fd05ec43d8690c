// SPDX-License-Identifier: Apache-2.0
import { field, listOf, oneOf } from '@strata/contracts/fields';
import { Cron } from 'croner';
import { z } from 'zod';

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const timeOfDay = () => field(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), 'a time like "09:00"');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Hours of a week in which a deployment may begin to update stacks. */
export const maintenanceWindow = field(
  z.strictObject({
    /** Days on which it opens. @default all */
    days: field(z.array(oneOf(days)).min(1), 'a list with at least one of Mon to Sun').default([
      ...days,
    ]),
    /** When it opens. */
    from: timeOfDay(),
    /** When it closes: on the same day, or on the next one if it is not later than `from`. */
    to: timeOfDay(),
    /** Name of the IANA database, so that clocks which are put forward and back are followed. */
    timeZone: field(z.string().refine(isTimeZone), 'a time zone like "Europe/Berlin"'),
  }),
  'a mapping with days, from, to and timeZone',
);

/** Windows of a ring; none: it is always open. */
export const maintenanceWindows = listOf(maintenanceWindow, 'a list of windows').default([]);

/** Hours of a week in which a deployment may begin to update stacks. */
export type MaintenanceWindow = z.output<typeof maintenanceWindow>;

function dailyAt(time: string, timeZone: string, on: readonly string[] = ['*']): Cron {
  const [hour = '', minute = ''] = time.split(':');
  const pattern = `${Number(minute)} ${Number(hour)} * * ${on.join(',').toUpperCase()}`;
  return new Cron(pattern, { mode: '5-part', timezone: timeZone });
}

/** A stretch of time, in milliseconds since 1970. */
type Stretch = readonly [opens: number, closes: number];

/** Returns when a window opens and closes, the next `count` times and the last time before. */
function stretches({ days: on, from, timeZone, to }: MaintenanceWindow, now: Date, count: number) {
  const opening = dailyAt(from, timeZone, on);
  const closing = dailyAt(to, timeZone);
  const times = [...opening.previousRuns(1, now), ...opening.nextRuns(count, now)];
  // A run at this very moment is neither a previous nor a next one for croner.
  const all = opening.match(now) ? [now, ...times] : times;
  return all.map((opens): Stretch => {
    const closes = closing.nextRun(opens);
    return [opens.getTime(), closes?.getTime() ?? opens.getTime()];
  });
}

/** Returns whether a deployment may begin to update a stack. */
export function isOpen(windows: readonly MaintenanceWindow[], now: Date): boolean {
  if (windows.length === 0) return true;
  const time = now.getTime();
  return windows.some((one) =>
    stretches(one, now, 0).some(([opens, closes]) => opens <= time && time < closes),
  );
}

/** Returns when the next of several windows opens, in words: `Thu 2026-11-26 09:00 (Europe/Berlin)`. */
export function nextOpening(windows: readonly MaintenanceWindow[], now: Date): string | undefined {
  const openings = windows.flatMap(({ days: on, from, timeZone }) => {
    const next = dailyAt(from, timeZone, on).nextRun(now);
    return next === null ? [] : [{ next, from, timeZone }];
  });
  const [first] = openings.sort((one, other) => one.next.getTime() - other.next.getTime());
  if (first === undefined) return undefined;
  const { from, next, timeZone } = first;
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone }).format(next);
  const date = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(next);
  return `${day} ${date} ${from} (${timeZone})`;
}

/** Returns a window in words: `Mon, Tue 22:00 to 04:00 of the next day (Europe/Berlin)`. */
export function windowWords({ days: on, from, timeZone, to }: MaintenanceWindow): string {
  const when = on.length === days.length ? 'every day' : on.join(', ');
  const next = to > from ? '' : ' of the next day';
  return `${when} ${from} to ${to}${next} (${timeZone})`;
}

/** A day before which no opening is looked for; a fixed one gives the same answer every day. */
const start = new Date('2027-01-01T00:00:00Z');
const dayLong = 86_400_000;

/** Days that are looked at: more than a year, to see clocks being changed. */
const looked = 400;

/** Returns the longest time for which no window is open, in days; 0 without windows. */
export function longestClosedDays(windows: readonly MaintenanceWindow[]): number {
  const all = windows
    .flatMap((one) => stretches(one, start, looked))
    .filter(
      ([opens, closes]) => closes > start.getTime() && opens < start.getTime() + looked * dayLong,
    )
    .sort(([one], [other]) => one - other);
  let longest = 0;
  let closed = all[0]?.[1] ?? 0;
  for (const [opens, closes] of all) {
    longest = Math.max(longest, opens - closed);
    closed = Math.max(closed, closes);
  }
  return longest / dayLong;
}
