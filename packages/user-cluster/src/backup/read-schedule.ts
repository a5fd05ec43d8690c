// SPDX-License-Identifier: Apache-2.0

/** Numbers that one part of a schedule can have. */
interface Bounds {
  readonly least: number;
  readonly most: number;
  /** Names of the numbers from `least` on. */
  readonly names: readonly string[];
}

const bounds: Readonly<Record<'minute' | 'hour' | 'day' | 'month' | 'weekday', Bounds>> = {
  minute: { least: 0, most: 59, names: [] },
  hour: { least: 0, most: 23, names: [] },
  day: { least: 1, most: 31, names: [] },
  month: {
    least: 1,
    most: 12,
    names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  weekday: { least: 0, most: 6, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
};

/** Returns the numbers of a value, a range or a star, each with or without a step; none if it is backwards. */
function numbersOf(item: string, { least, most, names }: Bounds): readonly number[] {
  const [range = '', step = '1'] = item.split('/');
  const ends = range.split('-').map((end) => {
    const name = names.indexOf(end);
    return name === -1 ? Number(end) : name + least;
  });
  const [first = 0, last = first] = range === '*' ? [least, most] : ends;
  const count = Math.max(0, Math.floor((last - first) / Number(step)) + 1);
  return Array.from({ length: count }, (_, index) => first + index * Number(step));
}

/** Returns the numbers of a part in their order; none if one of its ranges is backwards. */
function partOf(part: string, of: Bounds): readonly number[] {
  const items = part.split(',').map((item) => numbersOf(item, of));
  if (items.some((item) => item.length === 0)) return [];
  return [...new Set(items.flat())].sort((one, other) => one - other);
}

/** Whether one item of a part is a star that no step thins out. */
const hasStar = (part: string) => part.split(',').some((item) => /^\*(\/1)?$/.test(item));

/** Days that are looked at: after 28 years the days of the week are the same again. */
const years = { first: 2027, count: 28 };

/** Days from the beginning of 2027 to the end of 2054. */
export const daysLookedAt = 10_227;

const dayLong = 86_400_000;
const dayNumber = (year: number, month: number, day: number) =>
  Date.UTC(year, month - 1, day) / dayLong;

/** Returns the days of these months that have this kind of number. */
function daysOf(
  months: readonly number[],
  isDay: (day: number, weekday: number) => boolean,
): number[] {
  return Array.from({ length: years.count }, (_, index) => years.first + index).flatMap((year) =>
    months.flatMap((month) => {
      const before = dayNumber(year, month, 0);
      const length = dayNumber(year, month + 1, 0) - before;
      return (
        Array.from({ length }, (__, index) => index + 1)
          // The first day of 1970 was a Thursday.
          .filter((day) => isDay(day, (before + day + 4) % 7))
          .map((day) => before + day)
      );
    }),
  );
}

/**
 * Returns when a schedule runs: minutes of each of its days, from 0 to 1439, and its days of 28 years, as
 * days since 1970; both in their order. There are none of either if it never runs, or if a range is
 * backwards, such as `FRI-SUN`, which the API server refuses: Sunday is the first day of a week.
 *
 * @param schedule - five parts of the shape that the configuration takes.
 * @see https://github.com/robfig/cron/blob/v3.0.1/parser.go `getRange`, the parser that Kubernetes uses
 * @see https://github.com/robfig/cron/blob/v3.0.1/spec.go `dayMatches`
 */
export function readSchedule(schedule: string): {
  readonly minutes: readonly number[];
  readonly days: readonly number[];
} {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = schedule.split(' ');
  const minutes = partOf(minute, bounds.minute);
  const days = partOf(day, bounds.day);
  const weekdays = partOf(weekday, bounds.weekday);
  if (days.length === 0 || weekdays.length === 0) return { minutes: [], days: [] };
  const [isOneOfDays, isOneOfWeekdays] = [new Set(days), new Set(weekdays)];
  const needsBoth = hasStar(day) || hasStar(weekday);
  return {
    minutes: partOf(hour, bounds.hour).flatMap((one) => minutes.map((more) => one * 60 + more)),
    days: daysOf(partOf(month, bounds.month), (ofMonth, ofWeek) => {
      const fits = [isOneOfDays.has(ofMonth), isOneOfWeekdays.has(ofWeek)];
      return needsBoth ? !fits.includes(false) : fits.includes(true);
    }),
  };
}
