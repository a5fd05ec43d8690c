// SPDX-License-Identifier: Apache-2.0
import { killSettings } from './kill-settings.ts';

test('without options there are 20 kills', () => {
  expect(killSettings([], 5)).toEqual({ kills: 20, seed: 5 });
});

test('a number and a seed can be chosen', () => {
  expect(killSettings(['--kills', '200', '--seed', '7'], 5)).toEqual({ kills: 200, seed: 7 });
});

test.each([
  [
    ['--kills', 'all'],
    '--kills must be a whole number up to 10000, not "all". Usage: npm run kills',
  ],
  [['--kills', '10001'], '--kills must be a whole number up to 10000, not "10001".'],
  [['--seed', '9999999999'], '--seed must be a whole number up to 2147483647, not "9999999999".'],
  [['--victim', 'etcd'], "Unknown option '--victim'"],
])('%j is refused', (args, message) => {
  expect(() => killSettings(args, 5)).toThrow(message);
});
