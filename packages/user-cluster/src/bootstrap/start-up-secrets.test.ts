// SPDX-License-Identifier: Apache-2.0
import { slotOf, startUpSecrets, type StartUpSecret } from './start-up-secrets.ts';

test('knows the Secrets with start-up data, and which resources they are', () => {
  const secret = (name: string, annotations = {}) => ({ metadata: { name, annotations } });
  const found = startUpSecrets([
    secret('md-a-userdata-0123abcd', { 'pulumi.com/patchFieldManager': 'strata' }),
    secret('md-a-userdata-4567cdef', { 'strata.dev/slot': '1' }),
    secret('cp-0-userdata-89abcdef'),
    secret('cp-0-userdata-not-ours'),
    secret('controller-kubeconfig'),
    { metadata: { name: 'bare' } },
  ]);
  expect(found).toEqual([
    { owner: 'md-a', generation: '0123abcd', slot: 0 },
    { owner: 'md-a', generation: '4567cdef', slot: 1 },
    { owner: 'cp-0', generation: '89abcdef', slot: 0 },
  ]);
});

const of = (generation: string, slot: number, owner = 'md-a'): StartUpSecret => ({
  ...{ owner, generation, slot },
});

test.each<[string, readonly StartUpSecret[], string | undefined, number]>([
  ['the first of all', [], 'aaaa', 0],
  ['one that is there', [of('aaaa', 0)], 'aaaa', 0],
  ['another one', [of('aaaa', 0)], 'bbbb', 1],
  ['one that no preview can know yet', [of('aaaa', 0)], undefined, 1],
  ['the one of before, after a roll that failed', [of('aaaa', 0), of('bbbb', 1)], 'aaaa', 0],
  ['the one that failed, once more', [of('aaaa', 0), of('bbbb', 1)], 'bbbb', 1],
  ['a third one, after a roll that failed', [of('aaaa', 0), of('bbbb', 1)], 'cccc', 2],
  ['the next, after one that succeeded', [of('bbbb', 1)], 'cccc', 0],
  ['one after a roll of a version that had no numbers', [of('aaaa', 0), of('bbbb', 0)], 'cccc', 1],
  ['one beside other pools', [of('aaaa', 0, 'md-b'), of('aaaa', 1, 'md')], 'aaaa', 0],
])('the number of %s', (_, found, generation, slot) => {
  expect(slotOf(found, 'md-a', generation)).toBe(slot);
});
