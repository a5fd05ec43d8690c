// SPDX-License-Identifier: Apache-2.0
import { median, medianDeviation, summarize } from './statistics.ts';

test('returns the median of an odd and of an even count', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('one outlier moves neither the median nor the spread', () => {
  expect(summarize([10, 11, 12, 13, 900])).toEqual({ median: 12, spread: 1, runs: 5 });
});

test('returns no number when nothing was measured', () => {
  expect(median([])).toBeNaN();
  expect(medianDeviation([])).toBeNaN();
});
