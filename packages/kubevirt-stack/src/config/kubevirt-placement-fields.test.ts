// SPDX-License-Identifier: Apache-2.0
import { placement } from './kubevirt-placement-fields.ts';

/** Returns the problems of one toleration. */
function problems(toleration: object): string[] {
  const { error } = placement.safeParse({ tolerations: [toleration] });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test.each([
  { operator: 'Exists' },
  { key: 'rack', operator: 'Equal', value: 'a', effect: 'NoSchedule' },
  { key: 'rack', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
])('accepts %j', (toleration) => {
  expect(problems(toleration)).toEqual([]);
});

// Found by generated configurations: KubeVirt's webhook refused these during the update.
test.each([
  [
    { operator: 'Equal', value: 'a' },
    'tolerations.0.operator: must be Exists where there is no key: every taint is meant then',
  ],
  [
    { key: 'rack', operator: 'Exists', value: 'work' },
    'tolerations.0.value: has no meaning with operator: Exists, which takes every value; leave it out',
  ],
  [
    { key: 'rack', value: 'a', effect: 'PreferNoSchedule', tolerationSeconds: 60 },
    'tolerations.0.tolerationSeconds: is about the effect NoExecute alone; set effect: NoExecute, or leave it out',
  ],
])('rejects %j', (toleration, message) => {
  expect(problems(toleration)).toEqual([message]);
});

test('a node selector has keys and values of labels', () => {
  const { error } = placement.safeParse({ nodeSelector: { rack: 'a b', 'a:b': 'a' } });
  expect((error?.issues ?? []).map(({ path }) => path)).toEqual([
    ['nodeSelector', 'rack'],
    ['nodeSelector', 'a:b'],
  ]);
});
