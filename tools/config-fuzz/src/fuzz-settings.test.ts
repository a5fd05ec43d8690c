// SPDX-License-Identifier: Apache-2.0
import { fuzzSettings } from './fuzz-settings.ts';

test('without options, tries ten thousand configurations of all programs', () => {
  expect(fuzzSettings([], 5)).toEqual({
    runs: 10_000,
    seed: 5,
    programs: ['infra', 'kubevirt-stack', 'addons', 'user-cluster'],
  });
});

test('accepts a seed, a number of runs and programs', () => {
  const args = ['--seed', '7', '--runs', '20', '--program', 'addons', '--program', 'infra'];
  expect(fuzzSettings(args, 5)).toEqual({ runs: 20, seed: 7, programs: ['addons', 'infra'] });
});

test.each([
  [['--runs', 'many'], '--runs must be a whole number, not "many". Usage: npm run fuzz --'],
  [['--seed', '-1'], "Option '--seed' argument is ambiguous."],
  [['--seed', '9999999999'], '--seed must be a whole number, not "9999999999".'],
  [['--program', 'all'], 'there is no program "all"; there are infra, kubevirt-stack, addons, '],
  [['--run', '5'], "Unknown option '--run'"],
])('%j is refused', (args, message) => {
  expect(() => fuzzSettings(args, 5)).toThrow(message);
});
