// SPDX-License-Identifier: Apache-2.0
import { shortList } from './short-list.ts';

test('lists the first eight entries and counts the others', () => {
  const machines = Array.from({ length: 500 }, (_, index) => `web-${index}`);
  expect(shortList(machines.slice(0, 2))).toBe('web-0; web-1');
  expect(shortList(machines.slice(0, 8))).not.toContain('more');
  expect(shortList(machines)).toBe(
    'web-0; web-1; web-2; web-3; web-4; web-5; web-6; web-7; and 492 more',
  );
});
