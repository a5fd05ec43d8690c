// SPDX-License-Identifier: Apache-2.0
import { longestGapSeconds } from './schedule-gap.ts';

test.each([
  ['*/15 * * * *', 900],
  ['0 2 * * 1-5', 3 * 86_400],
  ['0 9,17 * * *', 16 * 3600],
  ['0 0 1 * *', 31 * 86_400],
  ['0 0 31 2 *', undefined],
  ['0 12-6 * * *', undefined],
])('the longest time between two runs of "%s" is %s s', (schedule, seconds) => {
  expect(longestGapSeconds(schedule)).toBe(seconds);
});
