// SPDX-License-Identifier: Apache-2.0
import { clusterExpiry } from './cluster-expiry.ts';

test.each([
  ['2027-01-16T23:59:59Z', 'later', 14],
  ['2027-01-17T00:00:00Z', 'soon', 14],
  ['2027-01-30T23:59:59Z', 'soon', 0],
  ['2027-01-31T00:00:00Z', 'over', 0],
  ['2027-02-03T12:00:00Z', 'over', 3],
])('at %s the end of 2027-01-31 is %s, %i days away', (now, state, days) => {
  expect(clusterExpiry('2027-01-31', new Date(now))).toEqual({ state, days });
});
