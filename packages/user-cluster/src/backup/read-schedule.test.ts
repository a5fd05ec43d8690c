// SPDX-License-Identifier: Apache-2.0
import { readSchedule } from './read-schedule.ts';

const dayOf = (year: number, month: number, day: number) =>
  Date.UTC(year, month - 1, day) / (24 * 3_600_000);

test('every minute is each minute of each day of 28 years', () => {
  const { days, minutes } = readSchedule('* * * * *');
  expect(minutes).toEqual(Array.from({ length: 24 * 60 }, (_, index) => index));
  expect(days).toEqual(Array.from({ length: 10_227 }, (_, index) => dayOf(2027, 1, 1) + index));
});

test.each([
  ['*/20 3 * * *', [180, 200, 220]],
  ['*/25 0 * * *', [0, 25, 50]],
  ['7 12,6,18 * * *', [367, 727, 1087]],
  ['30,5 1-3/2 * * *', [65, 90, 185, 210]],
  ['15,15 1 * * *', [75]],
  ['40-50/5,45 0 * * *', [40, 45, 50]],
])('"%s" is at the minutes %j of a day', (schedule, minutes) => {
  expect(readSchedule(schedule).minutes).toEqual(minutes);
});

test.each([
  ...['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'].map(
    (name, index): [string, number] => [name, index + 1],
  ),
])('%s is the month %i', (name, month) => {
  const { days } = readSchedule(`0 0 9 ${name} *`);
  expect(days).toEqual(Array.from({ length: 28 }, (_, index) => dayOf(2027 + index, month, 9)));
});

// The third of January 2027 is a Sunday.
test.each([
  ...['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'].map((name, index): [string, number] => [
    name,
    index,
  ]),
])('%s is the day %i of a week', (name, weekday) => {
  const { days } = readSchedule(`0 0 * 1 ${name}`);
  expect(days).toEqual(readSchedule(`0 0 * 1 ${weekday}`).days);
  expect(days.filter((day) => day >= dayOf(2027, 1, 3)).slice(0, 2)).toEqual([
    dayOf(2027, 1, 3 + weekday),
    dayOf(2027, 1, 10 + weekday),
  ]);
});

test('a range that is backwards leaves nothing of its part', () => {
  expect(readSchedule('0 0 * * FRI-SUN')).toEqual({ minutes: [], days: [] });
  // Of the day of the month and that of the week one is enough, and yet it never runs.
  expect(readSchedule('0 0 1 * FRI-SUN')).toEqual({ minutes: [], days: [] });
  expect(readSchedule('0 0 9,5-3 * MON')).toEqual({ minutes: [], days: [] });
  expect(readSchedule('7,5-3 0 * * *').minutes).toEqual([]);
  expect(readSchedule('0 7,5-3 * * *').minutes).toEqual([]);
  expect(readSchedule('0 0 1 7,5-3 *').days).toEqual([]);
});
