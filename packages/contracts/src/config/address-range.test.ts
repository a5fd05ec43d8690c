// SPDX-License-Identifier: Apache-2.0
import {
  addressRange,
  contains,
  isBuggyAddress,
  isInside,
  overlaps,
  parseRange,
  shortestPrefix,
  sizeOf,
} from './address-range.ts';
import type { AddressRange } from './address-range.ts';

function range(text: string): AddressRange {
  const parsed = parseRange(text);
  if (parsed === undefined) throw new Error(`${text} is no range`);
  return parsed;
}

test.each<[string, AddressRange]>([
  ['10.0.0.1', { family: 'ipv4', first: 0x0a000001n, last: 0x0a000001n }],
  ['10.0.0.19/28', { family: 'ipv4', first: 0x0a000010n, last: 0x0a00001fn }],
  ['0.0.0.0/0', { family: 'ipv4', first: 0n, last: 0xffffffffn }],
  ['10.0.0.9 - 10.0.1.0', { family: 'ipv4', first: 0x0a000009n, last: 0x0a000100n }],
  ['::', { family: 'ipv6', first: 0n, last: 0n }],
  ['::ffff:10.0.0.1', { family: 'ipv4', first: 0x0a000001n, last: 0x0a000001n }],
  [
    '64:ff9b::10.0.0.1',
    {
      family: 'ipv6',
      first: (0x64ff9bn << 96n) + 0x0a000001n,
      last: (0x64ff9bn << 96n) + 0x0a000001n,
    },
  ],
  ['fd00::/126', { family: 'ipv6', first: 0xfdn << 120n, last: (0xfdn << 120n) + 3n }],
  [
    '1:2:3:4:5:6:7:8-1:2:3:4:5:6:7:9',
    {
      family: 'ipv6',
      first: 0x10002000300040005000600070008n,
      last: 0x10002000300040005000600070009n,
    },
  ],
])('parses %s', (text, expected) => {
  expect(parseRange(text)).toEqual(expected);
});

test.each([
  '',
  'ten',
  '10.0.0.9-10.0.0.1',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.1/2/3',
  'fd00::/129',
  'fe80::1%eth0',
  '::ffff:10.0.0.0/120',
  '::ffff:10.0.0.0/16',
  '10.0.0.1-fd00::1',
  '10.0.0.1-10.0.0.2-10.0.0.3',
  '10.0.0.1-',
])('does not parse "%s"', (text) => {
  expect(parseRange(text)).toBeUndefined();
});

test.each([
  ['10.0.0.0/28', '10.0.0.15-10.0.0.20', true],
  ['10.0.0.0/28', '10.0.0.16/28', false],
  ['10.0.0.0/8', '10.9.8.7', true],
  ['fd00::/64', 'fd00::ffff:0:0:1-fd00::ffff:0:0:2', true],
  ['fd00::/64', 'fd00:0:0:1::/64', false],
  // The same number, but another address family.
  ['0.0.0.1', '::1', false],
])('%s and %s overlap: %s', (one, other, expected) => {
  expect(overlaps(range(one), range(other))).toBe(expected);
  expect(overlaps(range(other), range(one))).toBe(expected);
});

test.each([
  ['10.0.0.7', '10.0.0.0/24', true],
  ['10.0.0.0/24', '10.0.0.0/24', true],
  ['10.0.0.250-10.0.1.0', '10.0.0.0/24', false],
  ['10.0.0.7', 'no range', false],
  ['api.example.org', '10.0.0.0/24', false],
])('whether %s is inside %s: %s', (inner, outer, expected) => {
  expect(isInside(inner, outer)).toBe(expected);
});

test('a range contains what lies within it and itself', () => {
  expect(contains(range('10.0.0.0/24'), range('10.0.0.250-10.0.0.255'))).toBe(true);
  expect(contains(range('10.0.0.0/24'), range('10.0.0.0/24'))).toBe(true);
  expect(contains(range('10.0.0.0/24'), range('10.0.0.250-10.0.1.0'))).toBe(false);
  expect(contains(range('::/0'), range('10.0.0.1'))).toBe(false);
});

test('a CIDR for MetalLB begins at its first address', () => {
  const [issue] = addressRange.safeParse('10.20.8.10/24').error?.issues ?? [];
  expect(issue?.message).toBe(
    '10.20.8.10/24 does not begin at the first address of a /24 range, and all 256 addresses of that range would be taken; begin there, or write a span like "10.0.0.10-10.0.0.20"',
  );
  expect(addressRange.safeParse('10.20.8.0/24').success).toBe(true);
  expect(addressRange.safeParse('fd00::1/64').success).toBe(false);
});

test('counts the addresses of a range', () => {
  expect(sizeOf(range('10.0.0.7'))).toBe(1n);
  expect(sizeOf(range('10.0.0.10-10.0.0.250'))).toBe(241n);
  expect(sizeOf(range('fd00::/64'))).toBe(1n << 64n);
});

test.each([
  ['10.0.0.0/24', 24],
  ['10.0.0.16-10.0.0.40', 28],
  ['10.0.0.1-10.0.0.2', 32],
  ['10.0.0.7', 32],
  ['0.0.0.0/0', 0],
  ['fd00::/64', 64],
  ['fd00::1-fd00::10', 125],
])('the largest block of %s has the prefix length %s', (text, expected) => {
  expect(shortestPrefix(range(text))).toBe(expected);
});

test.each([
  ['10.0.0.0', true],
  ['10.0.7.255', true],
  ['10.0.0.254', false],
  ['10.0.0.255-10.0.1.0', false],
  ['fd00::', false],
])('%s is an address that old routers refuse: %s', (text, expected) => {
  expect(isBuggyAddress(range(text))).toBe(expected);
});
