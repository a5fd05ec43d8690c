// SPDX-License-Identifier: Apache-2.0
import { parseCommand, usage } from './command-line.ts';
import { toolNames, toolsFor } from './tools.ts';

test('without arguments it builds what npm start needs', () => {
  expect(parseCommand([])).toEqual({ action: 'build', tools: toolsFor('start') });
});

test('--all selects everything except what runs inside real machines', () => {
  expect(parseCommand(['--all'])).toEqual({ action: 'build', tools: toolsFor('test') });
  expect(parseCommand(['--all', '--list'])).toEqual({ action: 'list', tools: toolsFor('test') });
});

test('--all and --only exclude each other', () => {
  expect(() => parseCommand(['--all', '--only', 'etcd'])).toThrow(
    new Error('Use either --all or --only.'),
  );
});

test('--only takes names in one argument or in several', () => {
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
  expect(() => parseCommand(['--only', 'etcd,jq,k9s'])).toThrow(
    new Error(`Unknown tool jq, k9s; there are ${toolNames.join(', ')}.`),
  );
});

test('names an unknown option and shows the usage', () => {
  expect(() => parseCommand(['--any'])).toThrow(`Unknown option '--any'`);
  expect(() => parseCommand(['--any'])).toThrow(usage);
});
