// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { foreignKeys } from './foreign-key-table.ts';
import { foreignKeyHint } from './foreign-keys.ts';

const pool = z.strictObject({
  cpu: z.int().optional(),
  rootDisk: z.strictObject({ image: z.string(), sizeGiB: z.int() }),
});
const schema = z.strictObject({
  pools: z.array(pool).optional(),
  storage: z.strictObject({ classes: z.array(z.string()) }).optional(),
});

test.each([
  [
    'beside it',
    ['pools', 0],
    'pvcSize',
    `KKP's "pvcSize" is pools[0].rootDisk.sizeGiB: a number of GiB`,
  ],
  [
    'further out',
    ['pools', 0],
    'infraStorageClasses',
    `KKP's "infraStorageClasses" is storage.classes`,
  ],
  [
    'nowhere',
    ['pools', 0],
    'runStrategy',
    `KubeVirt's "runStrategy" has no place here: machines always run; set replicas for more or fewer`,
  ],
  ['in no part of this file', [], 'dnsConfig', undefined],
  ['in the place of a key that is only misspelt', ['pools', 0], 'cpus', undefined],
])('a key of another tool belongs %s', (_, path, key, hint) => {
  expect(foreignKeyHint(schema, path, key)).toBe(hint);
});

test('every foreign key has a hint', () => {
  const silent = Object.entries(foreignKeys).filter(
    ([, { belongs, words }]) => belongs === undefined && words === undefined,
  );
  expect(silent).toEqual([]);
});
