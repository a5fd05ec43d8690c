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

test.each([
  ['month', 'jan feb mar apr may jun jul aug sep oct nov dec', (word: string) => `0 0 1 ${word} *`],
  ['day of the week', 'sun mon tue wed thu fri sat', (word: string) => `0 0 * * ${word}`],
])('knows the words of a %s, each after the one before', (_, words, schedule) => {
  const all = words.split(' ');
  const later = all.slice(1).map((word, index) => [all[index], word] as const);
  const problems = (ranges: readonly string[]) =>
    ranges.map((range) => scheduleProblem(schedule(range))).filter(Boolean);
  expect(problems([...all, ...later.map(([one, next]) => `${one}-${next}`)])).toEqual([]);
  expect(problems(later.map(([one, next]) => `${next}-${one}`))).toHaveLength(later.length);
  expect(problems(['', 'x', `${all[0]}x`])).toHaveLength(3);
});

test.each([
  '0 0 1 * *',
  '59 23 31 12 6',
  '0-59 0-23 1-31 1-12 0-6',
  '5/2 5-5 * * *',
  '5/10 * * * *',
])('accepts the ends of each field: %s', (schedule) => {
  expect(scheduleProblem(schedule)).toBeUndefined();
});

test.each([
  '0x 0 * * *',
  '0 x0 * * *',
  '5/x * * * *',
  '5/1x * * * *',
  '5/x1 * * * *',
  '1,60 0 * * *',
  '5/ * * * *',
  '1-60 0 * * *',
])('refuses %s', (schedule) => {
  expect(scheduleProblem(schedule)).toMatch(/^the (minute|hour) of the schedule/);
});

test('the sixth field of a schedule is one too many', () => {
  expect(scheduleProblem('0 0 * * * *')).toContain('has 6');
});
