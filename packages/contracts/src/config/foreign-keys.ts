// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { nearestName } from '../nearest-name.ts';
import { foreignKeys } from './foreign-key-table.ts';
import type { ForeignKey } from './foreign-key-table.ts';
import { formatPath } from './format-path.ts';
import { childSchema } from './schema-walk.ts';

/** A mapping on the path to an unknown key. */
interface Around {
  readonly schema: unknown;
  readonly path: readonly PropertyKey[];
}

/**
 * Returns where a foreign key belongs, as a path in the file; undefined if no mapping has such a
 * place.
 */
function placeOf({ belongs = [] }: ForeignKey, around: readonly Around[]) {
  for (const { path, schema } of around.toReversed()) {
    const found = belongs.find((keys) => keys.reduce<unknown>(childSchema, schema) !== undefined);
    if (found !== undefined) return [...path, ...found];
  }
  return undefined;
}

/**
 * Returns where Strata has what another tool's key is for: `KKP's "pvcSize" is
 * pools[0].rootDisk.sizeGiB: a number of GiB`.
 *
 * @param path - path of the mapping that contains the key.
 * @returns undefined for keys of no tool, for keys without a meaning in this program, and for keys
 * that are only misspelt.
 */
export function foreignKeyHint(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  key: string,
): string | undefined {
  const foreign = Object.hasOwn(foreignKeys, key) ? foreignKeys[key] : undefined;
  if (foreign === undefined) return undefined;
  const around: Around[] = [{ schema, path: [] }];
  for (const part of path) {
    const outer = around.at(-1);
    around.push({ schema: childSchema(outer?.schema, part), path: [...(outer?.path ?? []), part] });
  }
  const place = placeOf(foreign, around);
  if (place === undefined && foreign.belongs !== undefined) return undefined;
  // A key in the right place but misspelt needs no hint about other tools.
  const isBeside =
    place?.length === path.length + 1 && path.every((part, at) => place[at] === part);
  if (isBeside && nearestName(key, [String(place.at(-1))]) !== undefined) return undefined;
  const where = place === undefined ? 'has no place here' : `is ${formatPath(place)}`;
  const words = foreign.words === undefined ? '' : `: ${foreign.words}`;
  return `${foreign.tool}'s "${key}" ${where}${words}`;
}
