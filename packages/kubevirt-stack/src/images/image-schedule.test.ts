// SPDX-License-Identifier: Apache-2.0
import { scheduleProblem, weeklySchedule } from './image-schedule.ts';

test.each([
  '30 4 * * 6',
  '*/15 0-6/2 1,15 jan-mar MON',
  '0 0 31 12 0',
  ' 5  4 * * * ',
  ...['ubuntu', 'flatcar', 'rocky'].map(weeklySchedule),
])('accepts the schedule "%s"', (schedule) => {
  expect(scheduleProblem(schedule)).toBeUndefined();
});

test.each([
  ['60 4 * * 6', 'minute', '0 to 59'],
  ['0 24 * * *', 'hour', '0 to 23'],
  ['0 0 0 * *', 'day of the month', '1 to 31'],
  ['0 0 * 13 *', 'month', '1 to 12'],
  ['0 0 * * 7', 'day of the week', '0 to 6'],
  ['0 0 * * 5-1', 'day of the week', '0 to 6'],
  ['*/0 0 * * *', 'minute', '0 to 59'],
  ['1-2-3 0 * * *', 'minute', '0 to 59'],
  ['0 nine * * *', 'hour', '0 to 23'],
  ['0 1/2/3 * * *', 'hour', '0 to 23'],
  [', 0 * * *', 'minute', '0 to 59'],
])('rejects the schedule "%s" for its %s', (schedule, name, limits) => {
  expect(scheduleProblem(schedule)).toBe(
    `the ${name} of the schedule "${schedule}" must be ${limits}, a range, a list or *`,
  );
});

test('rejects a schedule without five fields', () => {
  expect(scheduleProblem('@weekly')).toBe(
    'a schedule has five fields (minute, hour, day, month, day of the week), "@weekly" has 1',
  );
});

// Proves: images.kept-current
test('images are fetched at night, each at its own time, which never changes', () => {
  expect(['ubuntu', 'flatcar', 'rocky'].map(weeklySchedule)).toEqual([
    '0 4 * * 4',
    '59 5 * * 4',
    '41 4 * * 4',
  ]);
});
