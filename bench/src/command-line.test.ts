// SPDX-License-Identifier: Apache-2.0
import { readCommandLine } from './command-line.ts';

test('without arguments, measures everything as the page has it', () => {
  expect(readCommandLine([])).toEqual({
    command: 'run',
    scenarios: ['one-cluster', 'platform', 'fleet'],
    rounds: { 'one-cluster': 5, platform: 5, fleet: 1 },
    minutes: Number.POSITIVE_INFINITY,
    quick: false,
    clusters: [1, 10, 100],
  });
});

test('accepts scenarios, a time budget and sizes', () => {
  const args = ['fleet', '--minutes', '12', '--rounds=3', '--clusters', '1,100'];
  expect(readCommandLine(args)).toEqual({
    command: 'run',
    scenarios: ['fleet'],
    rounds: { 'one-cluster': 3, platform: 3, fleet: 3 },
    minutes: 12,
    quick: false,
    clusters: [1, 100],
  });
  expect(readCommandLine(['--quick'])).toMatchObject({ quick: true, rounds: { 'one-cluster': 1 } });
});

test('a check measures the comparisons in three rounds', () => {
  expect(readCommandLine(['check'])).toMatchObject({
    command: 'check',
    scenarios: ['one-cluster', 'platform'],
    rounds: { 'one-cluster': 3, platform: 3 },
  });
});

test('a start is drawn by a command of its own', () => {
  expect(readCommandLine(['start'])).toMatchObject({ command: 'start' });
});

test('a trace follows one stack, that of a user cluster unless another is named', () => {
  expect(readCommandLine(['trace'])).toMatchObject({
    command: 'trace',
    scenarios: ['one-cluster'],
  });
  expect(readCommandLine(['trace', 'platform'])).toMatchObject({ scenarios: ['platform'] });
});

test.each([
  [['flet'], 'There is no scenario "flet": use one-cluster, platform, fleet.'],
  [['--rounds', 'many'], '--rounds must be a number above 0, not "many".'],
  [
    ['check', '--quick'],
    'check needs all operations of all tools, which --quick leaves out: run check without it.',
  ],
  [
    ['check', 'fleet'],
    'check compares Strata with other tools, and fleet measures no other: use one-cluster, platform.',
  ],
  [['trace', 'fleet'], 'trace follows one stack, and fleet has many: use one-cluster, platform.'],
  [['--clusters', '1,0'], '--clusters must be a number above 0, not "0".'],
])('%j is refused with a sentence', (args, message) => {
  expect(() => readCommandLine(args)).toThrow(message);
});
