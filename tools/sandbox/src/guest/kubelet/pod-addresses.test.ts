// SPDX-License-Identifier: Apache-2.0
import { PodAddresses } from './pod-addresses.ts';

test('gives no address without a range', () => {
  expect(new PodAddresses().of('a')).toBeUndefined();
});

test('gives each pod one address, its former one if possible, until the range is used up', () => {
  const addresses = new PodAddresses();
  addresses.use('10.1.2.0/29');
  expect(addresses.of('a')).toBe('10.1.2.2');
  expect(addresses.of('a')).toBe('10.1.2.2');
  expect(addresses.of('b', '10.1.2.5')).toBe('10.1.2.5');
  expect(addresses.of('c', '10.9.9.9')).toBe('10.1.2.3');
  expect([addresses.of('d'), addresses.of('e'), addresses.of('f')]).toEqual([
    '10.1.2.4',
    '10.1.2.6',
    undefined,
  ]);
  addresses.release('a');
  expect(addresses.of('f')).toBe('10.1.2.2');
});
