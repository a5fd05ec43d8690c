// SPDX-License-Identifier: Apache-2.0
import { placeOf, stepsOf, withValue } from './yaml-text.ts';

const text = `# A comment.
config:
  user-cluster:pools:
    - name: web   # the first
      replicas: 6
    - name: batch
      replicas: 2
`;

test('a path is taken apart into keys and numbers', () => {
  expect(stepsOf('config.user-cluster:pools[1].replicas')).toEqual([
    'config',
    'user-cluster:pools',
    1,
    'replicas',
  ]);
});

test('a value has its line, from 1', () => {
  expect(placeOf(text, stepsOf('config.user-cluster:pools[1].replicas'))).toEqual({
    line: 7,
    text: 'replicas: 2',
  });
});

test('one value is replaced, and nothing else is touched', () => {
  const changed = withValue(text, stepsOf('config.user-cluster:pools[0].replicas'), '8');
  expect(changed).toBe(text.replace('replicas: 6', 'replicas: 8'));
});

test('a place that is not there is an error', () => {
  expect(() => placeOf(text, stepsOf('config.user-cluster:kubernetes'))).toThrow(
    new Error('there is nothing at config.user-cluster:kubernetes'),
  );
});
