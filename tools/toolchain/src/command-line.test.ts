// SPDX-License-Identifier: Apache-2.0
import { parseCommand, usage } from './command-line.ts';
import { toolNames } from './tools.ts';

test('without arguments it builds everything', () => {
  expect(parseCommand([])).toEqual({ action: 'build', tools: toolNames });
});

test('--only takes names in one word or several', () => {
  expect(parseCommand(['--only', 'etcd,kwok', '--only', 'cdi'])).toEqual({
    action: 'build',
    tools: ['etcd', 'kwok', 'cdi'],
  });
});

test('--list and --help build nothing', () => {
  expect(parseCommand(['--list', '--only=etcd'])).toEqual({ action: 'list', tools: ['etcd'] });
  expect(parseCommand(['--list', '-h']).action).toBe('help');
});

test('names every unknown tool at once', () => {
  expect(() => parseCommand(['--only', 'etcd,helm,k9s'])).toThrow(
    new Error(`Unknown tool helm, k9s; there are ${toolNames.join(', ')}.`),
  );
});

test('names an unknown option and shows the usage', () => {
  expect(() => parseCommand(['--all'])).toThrow(`Unknown option '--all'`);
  expect(() => parseCommand(['--all'])).toThrow(usage);
});
