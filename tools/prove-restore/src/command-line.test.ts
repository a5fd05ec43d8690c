// SPDX-License-Identifier: Apache-2.0
import { parseQuestion } from './command-line.ts';

const asked = { environment: 'prod', cluster: 'shop', isStateless: false, isJson: false };

test('without options, the newest backup is meant, and Pulumi is asked', () => {
  expect(parseQuestion(['prod', 'shop'])).toEqual(asked);
});

test('every option is read', () => {
  const repository = ['--repository', '/copy', '--password-file', 'word'];
  const line = ['prod', 'shop', '--backup', '1f2e3d4c', ...repository, '--state', 'x', '--json'];
  expect(parseQuestion(line)).toEqual({
    ...asked,
    backup: '1f2e3d4c',
    repository: '/copy',
    passwordFile: 'word',
    stateFile: 'x',
    isJson: true,
  });
});

test('help is no question', () => {
  expect(parseQuestion(['--help'])).toBeUndefined();
});

test.each([
  [['prod'], 'Name one environment and one cluster.'],
  [['../prod', 'shop'], 'Name one environment and one cluster.'],
  [
    ['prod', 'shop', '--backup', 'latest'],
    '--backup is no ID of a backup: 8 to 64 hexadecimal digits, as "restic snapshots" shows them.',
  ],
  [
    ['prod', 'shop', '--repository', '/copy'],
    '--repository and --password-file belong together; give both or none.',
  ],
  [
    ['prod', 'shop', '--no-state'],
    'Without a state nobody knows the repository; give --repository and --password-file.',
  ],
  [
    ['prod', 'shop', '--no-state', '--state', 'x'],
    '--no-state and --state contradict each other; leave one out.',
  ],
  [
    ['prod', 'shop', '--encryption-key-file', 'x'],
    '--encryption-key-file is for --no-state: the state has the key.',
  ],
])('%j is refused, with the fix', (line, message) => {
  expect(() => parseQuestion(line)).toThrow(message);
});
