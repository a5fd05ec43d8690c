// SPDX-License-Identifier: Apache-2.0
import { AddressPool } from './addresses.ts';

test('hands out addresses in turn, and uses returned ones last', () => {
  const pool = new AddressPool();
  expect([pool.take(), pool.take()]).toEqual(['10.244.128.1', '10.244.128.2']);
  pool.release('10.244.128.1');
  expect(pool.take()).toBe('10.244.128.3');
});

test('a pod keeps the address that it had, when it is in the range and free', () => {
  const pool = new AddressPool();
  expect(pool.take('10.244.130.7')).toBe('10.244.130.7');
  expect(pool.take('10.244.130.7')).toBe('10.244.128.1');
  expect(pool.take('10.244.0.9')).toBe('10.244.128.2');
});

test('keeps an address that a pod had before the sandbox was stopped for that pod', () => {
  const pool = new AddressPool();
  pool.reserve('10.244.128.1');
  expect(pool.take()).toBe('10.244.128.2');
  expect(pool.take('10.244.128.1')).toBe('10.244.128.1');
  pool.release('10.244.128.1');
  expect(pool.take('10.244.128.1')).toBe('10.244.128.1');
});
