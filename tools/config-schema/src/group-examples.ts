// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { fileKinds } from './file-kinds.ts';
import { exampleValue } from './group-example.ts';
import { groupPlaces } from './group-places.ts';
import { keyGroups } from './key-groups.ts';

/** Where the programs' configurations have each schema. */
export const places = groupPlaces(
  Object.fromEntries(
    fileKinds.filter(({ isStack }) => isStack).map(({ folder, schema }) => [folder, schema]),
  ),
);

/** The value that people may write, from the example of each group of keys. */
export const groupExamples: ReadonlyMap<z.ZodType, unknown> = new Map(
  keyGroups.flatMap(({ example, schema }) =>
    example === undefined
      ? []
      : [[schema, exampleValue(example, places.get(schema) ?? []).written] as const],
  ),
);
