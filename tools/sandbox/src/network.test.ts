// SPDX-License-Identifier: Apache-2.0
import { addressToNumber, hostAddress, network, numberToAddress, podAddress6 } from './network.ts';

test('numbers hosts upwards from 10.244.250.1, 250 to a block', () => {
  expect(hostAddress(0)).toBe('10.244.250.1');
  expect(hostAddress(249)).toBe('10.244.250.250');
  expect(hostAddress(250)).toBe('10.244.251.1');
  expect(hostAddress(999)).toBe('10.244.253.250');
});

test('converts an address to a number and back', () => {
  expect(addressToNumber(network.processPodFirst)).toBe(183795713);
  expect(numberToAddress(183795713)).toBe('10.244.128.1');
  expect(numberToAddress(addressToNumber([255, 255, 255, 255]))).toBe('255.255.255.255');
});

test('ends the IPv6 address of a pod with the last 16 bits of its IPv4 address', () => {
  expect(podAddress6('10.244.128.7')).toBe('fd00:244::8007');
  expect(podAddress6('10.244.191.254')).toBe('fd00:244::bffe');
});
