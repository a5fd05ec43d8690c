// SPDX-License-Identifier: Apache-2.0
import { lengthOf, merged, within, without } from './intervals.ts';
import type { Interval } from './intervals.ts';

const between = (begin: number, end: number): Interval => ({ begin, end });

test('what overlaps or touches is one interval, and gaps are closed up to a length', () => {
  const times = [between(5, 7), between(0, 2), between(1, 3), between(3, 4), between(9, 9)];
  expect(merged(times)).toEqual([between(0, 4), between(5, 7)]);
  expect(merged(times, 1)).toEqual([between(0, 7)]);
  expect(lengthOf(times)).toBe(6);
});

test('leaves out the time of others', () => {
  const others = [between(2, 3), between(9, 12), between(5, 6)];
  expect(without([between(0, 10)], others)).toEqual([between(0, 2), between(3, 5), between(6, 9)]);
  expect(without([between(2, 3)], others)).toEqual([]);
  expect(without([between(0, 1)], [])).toEqual([between(0, 1)]);
});

test('cuts off what is outside', () => {
  const times = [between(0, 4), between(6, 7), between(8, 12)];
  expect(within(times, between(2, 10))).toEqual([between(2, 4), between(6, 7), between(8, 10)]);
});
