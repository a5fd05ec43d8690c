// SPDX-License-Identifier: Apache-2.0
import { assignedAddresses, whereaboutsRange } from './whereabouts-range.ts';

test.each(['10.9.0.0/24', '10.9.0.5-10.9.0.9/24', 'fd00::/120', 'fd00::5-fd00::9/120'])(
  'takes %s',
  (range) => {
    expect(whereaboutsRange.safeParse(range).success).toBe(true);
  },
);

test.each([
  '10.9.0.5-10.9.0.9',
  '10.9.0.5/24',
  '10.9.0.5',
  '10.8.0.5-10.9.0.9/24',
  '10.9.0.9-10.9.0.5/24',
  '10.9.0.5 - 10.9.0.9/24',
  '10.9.0.5-10.9.0.9/33',
  '10.9.0.5-fd00::9/24',
  '10.9.0.5/24-10.9.0.9/24',
])('refuses %s, with which whereabouts assigns nothing, or other addresses', (range) => {
  expect(whereaboutsRange.safeParse(range).success).toBe(false);
});

test('the addresses of a span are those between its ends', () => {
  expect(assignedAddresses('10.9.0.5-10.9.0.9/24')).toBe('10.9.0.5-10.9.0.9');
  expect(assignedAddresses('10.9.0.0/28')).toBe('10.9.0.0/28');
});
