// SPDX-License-Identifier: Apache-2.0
import {
  slotOf,
  startUpSecretName,
  startUpSecrets,
  type StartUpSecret,
} from './start-up-secrets.ts';

test('knows the Secrets with start-up data and the numbers of their resources', () => {
  const secret = (name: string, annotations = {}) => ({ metadata: { name, annotations } });
  const found = startUpSecrets([
    secret('md-a-userdata-0123abcd', { 'pulumi.com/patchFieldManager': 'strata' }),
    secret('md-a-userdata-4567cdef', { 'strata.dev/slot': '1' }),
    secret('cp-0-userdata-89abcdef'),
    secret('cp-0-userdata-not-ours'),
    secret('cp-0-userdata-0123456'),
    secret('cp-0-userdata-012345678'),
    secret('-userdata-01234567'),
    secret('odd-userdata-01234567', { 'strata.dev/slot': 'none' }),
    secret('controller-kubeconfig'),
    { metadata: { name: 'bare' } },
  ]);
  expect(found).toEqual([
    { owner: 'md-a', generation: '0123abcd', slot: 0 },
    { owner: 'md-a', generation: '4567cdef', slot: 1 },
    { owner: 'cp-0', generation: '89abcdef', slot: 0 },
    { owner: 'odd', generation: '01234567', slot: 0 },
  ]);
});

const of = (generation: string, slot: number, owner = 'md-a'): StartUpSecret => ({
  owner,
  generation,
  slot,
});

test.each<[string, readonly StartUpSecret[], string | undefined, number]>([
  ['the first generation', [], 'aaaa', 0],
  ['an existing generation', [of('aaaa', 0)], 'aaaa', 0],
  ['another generation', [of('aaaa', 0)], 'bbbb', 1],
  ['a generation that no preview can know yet', [of('aaaa', 0)], undefined, 1],
  ['the previous generation, after a failed roll', [of('aaaa', 0), of('bbbb', 1)], 'aaaa', 0],
  ['the failed generation, once more', [of('aaaa', 0), of('bbbb', 1)], 'bbbb', 1],
  ['a third generation, after a failed roll', [of('aaaa', 0), of('bbbb', 1)], 'cccc', 2],
  ['the next generation, after a roll that succeeded', [of('bbbb', 1)], 'cccc', 0],
  ['one after a roll of a version without numbers', [of('aaaa', 0), of('bbbb', 0)], 'cccc', 1],
  ['a generation beside other pools', [of('aaaa', 0, 'md-b'), of('aaaa', 1, 'md')], 'aaaa', 0],
  ['a first generation that another pool has with a number', [of('aaaa', 3, 'md-b')], 'aaaa', 0],
])('returns the number of %s', (_, found, generation, slot) => {
  expect(slotOf(found, 'md-a', generation)).toBe(slot);
});

test('a Secret is known by the name that it is given', () => {
  const name = startUpSecretName('md-a', '0123abcd');
  expect(name).toBe('md-a-userdata-0123abcd');
  expect(startUpSecrets([{ metadata: { name } }])).toEqual([
    { owner: 'md-a', generation: '0123abcd', slot: 0 },
  ]);
});
