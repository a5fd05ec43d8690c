// SPDX-License-Identifier: Apache-2.0
import { between, clock, daysUntil } from './times.ts';

const at = '2026-11-25T08:00:00.000Z';

test('a time is shown in UTC', () => {
  expect(clock(at)).toBe('2026-11-25 08:00:00 UTC');
});

test.each([
  ['2026-11-25T07:59:59.500Z', '0 seconds'],
  ['2026-11-25T07:59:30.000Z', '30 seconds'],
  ['2026-11-25T07:59:00.000Z', '1 minute'],
  ['2026-11-25T02:00:00.000Z', '6 hours'],
  ['2026-11-23T07:00:00.000Z', '2 days'],
  ['2026-11-25T09:00:00.000Z', '0 seconds'],
])('from %s it is %s', (from, text) => {
  expect(between(from, at)).toBe(text);
});

test('days until an end are whole, and below 0 when it is over', () => {
  const ends = ['2026-12-24T00:00:00.000Z', '2026-11-25T14:00:00.000Z', '2026-11-25T07:59:59.000Z'];
  expect(ends.map((end) => daysUntil(end, at))).toEqual([28, 0, -1]);
});
