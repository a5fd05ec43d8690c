// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { keyPlace } from './key-places.ts';

const disk = z.strictObject({ image: z.string(), name: z.string() });
const schema = z.strictObject({
  kubernetes: z.strictObject({ version: z.string() }).optional(),
  controlPlane: z.strictObject({ replicas: z.int(), name: z.string() }).optional(),
  pools: z.array(z.strictObject({ replicas: z.int(), rootDisk: disk, name: z.string() })),
});

test.each<[string, (string | number)[], string, string | undefined]>([
  ['one level deeper', [], 'version', 'belongs into kubernetes'],
  ['in one of two mappings', [], 'replicas', 'belongs into controlPlane or pools[]'],
  ['below the mapping that it is in', ['pools', 0], 'image', 'belongs into pools[0].rootDisk'],
  ['elsewhere', ['pools', 0, 'rootDisk'], 'version', 'belongs into kubernetes'],
  ['one level higher', ['pools', 0, 'rootDisk'], 'replicas', 'belongs into pools[0]'],
  ['in many places', [], 'name', undefined],
  ['nowhere', [], 'labels', undefined],
])('a key has its place %s', (_, path, key, place) => {
  expect(keyPlace(schema, path, key)).toBe(place);
});
