// SPDX-License-Identifier: Apache-2.0
import { parseQuestion } from './command-line.ts';

const asked = {
  environment: 'prod',
  cluster: 'shop',
  timeout: 30,
  isIfConfigured: false,
  isJson: false,
};

test('without options, Pulumi is asked for the state, and the state for the repository', () => {
  expect(parseQuestion(['prod', 'shop'])).toEqual(asked);
});

test('every option is read', () => {
  const line = ['prod', 'shop', '--repository', '/copy', '--state', 'x', '--timeout', '0.5'];
  expect(parseQuestion([...line, '--if-configured', '--json'])).toEqual({
    ...asked,
    repository: '/copy',
    stateFile: 'x',
    timeout: 0.5,
    isIfConfigured: true,
    isJson: true,
  });
});

test('help is no question', () => {
  expect(parseQuestion(['--help'])).toBeUndefined();
});

test.each([
  [['prod'], 'Name one environment and one cluster.'],
  [['../prod', 'shop'], 'Name one environment and one cluster.'],
  [['prod', 'shop', '--timeout', '0'], '--timeout is a number of minutes, at most 1440, not "0".'],
  [['prod', 'shop', '--timeout', 'x'], '--timeout is a number of minutes, at most 1440, not "x".'],
])('%j is refused, with the fix', (line, message) => {
  expect(() => parseQuestion(line)).toThrow(message);
});
