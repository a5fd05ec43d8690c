// SPDX-License-Identifier: Apache-2.0
import { isReservedPool } from './reserved-pool.ts';

test.each([
  [{ autoAssign: true }, false],
  [{ autoAssign: false }, true],
  [{ autoAssign: true, boundTo: 'shop' }, true],
  [{ autoAssign: false, boundTo: 'shop' }, true],
])('whether the pool %j gives other Services no address by itself: %s', (pool, expected) => {
  expect(isReservedPool(pool)).toBe(expected);
});
