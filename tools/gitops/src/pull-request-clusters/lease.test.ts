// SPDX-License-Identifier: Apache-2.0
import { isOver, leaseEnd } from './lease.ts';

test.each([
  ['2027-01-10T15:00:00Z', '2027-01-18'],
  ['2027-01-10T00:00:00Z', '2027-01-17'],
  ['2027-01-10T23:59:59Z', '2027-01-18'],
])('a lease of 7 days that began at %s lasts until %s', (granted, day) => {
  expect(leaseEnd(Date.parse(granted), 7)).toBe(day);
});

test('a day is over from its beginning on', () => {
  expect(isOver('2027-01-18', new Date('2027-01-17T23:59:59Z'))).toBe(false);
  expect(isOver('2027-01-18', new Date('2027-01-18T00:00:00Z'))).toBe(true);
});
