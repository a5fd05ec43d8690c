// SPDX-License-Identifier: Apache-2.0
import {
  compareVersions,
  minorNumber,
  minorOf,
  minorsAhead,
  nextMinor,
} from './version-numbers.ts';

test.each([
  ['1.35.4', '1.35', 0],
  ['1.35', '1.35.0', 0],
  ['1.9', '1.10', -1],
  ['v1.6.10', '1.6.4', 1],
  ['24.04', '21.10', 1],
  ['1.35', '1.35.1', -1],
  ['2.0.0', '1.99.99', 1],
  ['1.35.0-rc.1', '1.35.0', 0],
  ['1.35.4+k3s1', '1.35.4', 0],
])('compares %s with %s: %d', (version, other, sign) => {
  expect(Math.sign(compareVersions(version, other))).toBe(sign);
});

test.each([
  ['1.35.4', '1.35', 35, '1.36'],
  ['v1.9.0', '1.9', 9, '1.10'],
  ['1.35', '1.35', 35, '1.36'],
  ['1.99.12', '1.99', 99, '1.100'],
  ['2', '2', 0, '2.1'],
])('the minor of %s is %s, number %d, and %s is next', (version, minor, number, next) => {
  expect(minorOf(version)).toBe(minor);
  expect(minorNumber(version)).toBe(number);
  expect(nextMinor(version)).toBe(next);
});

const numbers = [0, 1, 9, 10, 99, 100];
const pairs = numbers.flatMap((major) => numbers.map((minor) => [major, minor] as const));

test('compares versions by their numbers, however many digits these have', () => {
  for (const [major, minor] of pairs) {
    for (const [otherMajor, otherMinor] of pairs) {
      const [one, other] = [`${major}.${minor}.7`, `v${otherMajor}.${otherMinor}`];
      const difference = major === otherMajor ? minor - otherMinor : major - otherMajor;
      expect(compareVersions(one, other)).toBe(difference);
      expect(minorsAhead(one, other)).toBe(minor - otherMinor);
    }
  }
});
