// SPDX-License-Identifier: Apache-2.0
import { AddressPool } from './addresses.ts';

test('addresses are handed out in turn, and given back ones come last', () => {
  const pool = new AddressPool();
  expect([pool.take(), pool.take()]).toEqual(['10.244.128.1', '10.244.128.2']);
  pool.release('10.244.128.1');
  expect(pool.take()).toBe('10.244.128.3');
});

test('a pod keeps the address it had, when it is ours and free', () => {
  const pool = new AddressPool();
  expect(pool.take('10.244.130.7')).toBe('10.244.130.7');
  expect(pool.take('10.244.130.7')).toBe('10.244.128.1');
  expect(pool.take('10.244.0.9')).toBe('10.244.128.2');
});

test('an address that a pod had before the sandbox was stopped waits for that pod', () => {
  const pool = new AddressPool();
  pool.reserve('10.244.128.1');
  expect(pool.take()).toBe('10.244.128.2');
  expect(pool.take('10.244.128.1')).toBe('10.244.128.1');
  pool.release('10.244.128.1');
  expect(pool.take('10.244.128.1')).toBe('10.244.128.1');
});
