// SPDX-License-Identifier: Apache-2.0
import { aboutMinutes, expectedSeconds, remainingSeconds } from './build-estimate.ts';

test.each([
  [1, 240],
  [2, 120],
  [4, 60],
  [8, 30],
  [64, 30],
])('a build of one minute on two cores takes on %i cores %i seconds', (cores, seconds) => {
  expect(expectedSeconds({ coldMinutes: 2 }, cores)).toBe(seconds);
});

const expected = [100, 200, 300];

test('before the first build, the whole expected time is left', () => {
  expect(remainingSeconds({ expected, taken: [], current: 0 })).toBe(600);
});

test('subtracts the time that the running build has taken', () => {
  expect(remainingSeconds({ expected, taken: [], current: 40 })).toBe(560);
});

test('expects a machine that took twice as long so far to take twice as long for the rest', () => {
  expect(remainingSeconds({ expected, taken: [200], current: 0 })).toBe(1000);
});

test('expects less time for the rest when caches made the first builds fast', () => {
  expect(remainingSeconds({ expected, taken: [10], current: 0 })).toBe(50);
});

test('raises the estimate while a build takes longer than expected', () => {
  expect(remainingSeconds({ expected, taken: [], current: 100 })).toBe(500);
  expect(remainingSeconds({ expected, taken: [], current: 300 })).toBe(1500);
});

test('nothing is left when all builds are done', () => {
  expect(remainingSeconds({ expected, taken: [100, 200, 300], current: 0 })).toBe(0);
  expect(remainingSeconds({ expected: [], taken: [], current: 0 })).toBe(0);
});

test.each([
  [0, 'about 1 min'],
  [89, 'about 1 min'],
  [91, 'about 2 min'],
  [1840, 'about 31 min'],
])('%i seconds are "%s"', (seconds, text) => {
  expect(aboutMinutes(seconds)).toBe(text);
});
