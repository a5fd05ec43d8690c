// SPDX-License-Identifier: Apache-2.0
import { nextFreeAddress, nextFreeBlock, nextFreeNumber } from './next-free.ts';

test('finds the first free block', () => {
  const ranges = ['10.100.0.0/14'];
  expect(nextFreeBlock(ranges, 16, [])).toBe('10.100.0.0/16');
  expect(nextFreeBlock(ranges, 16, ['10.100.0.0/16', '10.101.7.0/24'])).toBe('10.102.0.0/16');
});

test('skips a gap that is too small, and continues in the next range', () => {
  const ranges = ['10.0.0.128/25', '10.8.0.0/15'];
  expect(nextFreeBlock(ranges, 24, [])).toBe('10.8.0.0/24');
  expect(nextFreeBlock(ranges, 16, ['10.8.255.255'])).toBe('10.9.0.0/16');
});

test('returns nothing if everything is taken', () => {
  expect(nextFreeBlock(['10.0.0.0/16'], 16, ['0.0.0.0/0'])).toBeUndefined();
  expect(nextFreeBlock(['fd00::/32'], 16, [])).toBeUndefined();
});

test('assigns addresses and numbers from the first on', () => {
  const ranges = ['10.0.0.10-10.0.0.11', '10.0.1.5'];
  expect(nextFreeAddress(ranges, [])).toBe('10.0.0.10');
  expect(nextFreeAddress(ranges, ['10.0.0.10', 'none', '10.0.0.11'])).toBe('10.0.1.5');
  expect(nextFreeAddress(ranges, ['10.0.0.0/16'])).toBeUndefined();
  expect(nextFreeNumber({ first: 5, last: 7 }, [5, 7])).toBe(6);
  expect(nextFreeNumber({ first: 5, last: 5 }, [5])).toBeUndefined();
});
