// SPDX-License-Identifier: Apache-2.0
import { longestGapSeconds, runsWithin } from './schedule-gap.ts';

const hour = 3_600;
const day = 24 * hour;

test.each([
  ['*/15 * * * *', 900],
  ['0 2 * * 1-5', 3 * day],
  ['0 9,17 * * *', 16 * hour],
  ['5,50 9-17/4 * * *', 15 * hour + 15 * 60],
  ['0 0 1 * *', 31 * day],
  ['0 0 1 JAN,FEB *', 334 * day + day],
  ['0 0 29 2 *', (4 * 365 + 1) * day],
  ['* * * * *', 60],
  // More runs on one day than most schedules have in a month.
  ['* * 1 * *', 30 * day + 60],
  ['*/15 * 1-20 * *', 11 * day + 900],
])('the longest time between two runs of "%s" is %s s', (schedule, seconds) => {
  expect(longestGapSeconds(schedule)).toBe(seconds);
});

// The results of Kubernetes' parser: github.com/robfig/cron/v3.
test.each([
  // With a day of the month and a day of the week either is enough.
  ['0 0 1 * MON', 7 * day],
  ['0 0 */2 * 1', 2 * day],
  // With a star in one of them, also in a list or with the step 1, both must fit.
  ['0 0 */1 * 1', 7 * day],
  ['0 0 2,* * 1', 7 * day],
  ['0 0 1 * */1', 31 * day],
  // A step may be larger than the range.
  ['*/99 * * * *', hour],
  ['0 0-12/30 * * *', day],
])('Kubernetes waits at most as long between two runs of "%s": %s s', (schedule, seconds) => {
  expect(longestGapSeconds(schedule)).toBe(seconds);
});

// Sunday is the first day of a week: the API server refuses a range that ends with it.
test.each(['0 0 31 2 *', '0 12-6 * * *', '0 0 * NOV-FEB *', '0 2 * * FRI-SUN', '0 2 1,5-3 * *'])(
  '"%s" never runs',
  (schedule) => {
    expect(longestGapSeconds(schedule)).toBeUndefined();
    expect(runsWithin(schedule, 365)).toBe(0);
  },
);

test.each([
  ['0 */6 * * *', 30, 120],
  ['0 9,17 * * *', 7, 14],
  ['0 2 * * 1-5', 7, 5],
  ['0 2 * * SUN', 30, 5],
  ['0 2 1 * *', 30, 1],
  ['0 2 1 * *', 365, 12],
])('"%s" runs in %s days %s times', (schedule, days, runs) => {
  expect(runsWithin(schedule, days)).toBe(runs);
});
