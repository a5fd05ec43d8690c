// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { formatPath } from './format-path.ts';
import { childSchema, unwrapped } from './schema-walk.ts';

/** Returns the paths, in words, of the mappings below a schema that have a key; `[]` is each of a list. */
function mappingsWith(key: string, schema: unknown, path: string): string[] {
  if (!(schema instanceof z.ZodType)) return [];
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return mappingsWith(key, inner.element, `${path}[]`);
  if (inner instanceof z.ZodUnion) {
    return inner.options.flatMap((option) => mappingsWith(key, option, path));
  }
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, unknown>> = inner.shape;
  const below = Object.entries(shape).flatMap(([name, child]) =>
    mappingsWith(key, child, path === '' ? name : `${path}.${name}`),
  );
  return Object.hasOwn(shape, key) ? [path, ...below] : below;
}

/** Number of places that a message names. */
const most = 2;

/**
 * Returns where an unknown key has its place, if that is on another level of the same configuration:
 * `belongs into kubernetes`. The nearest mapping around it counts that has such places below.
 *
 * @param path - path of the mapping that contains the key.
 * @returns undefined if there is no such place, or there are many.
 */
export function keyPlace(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  key: string,
): string | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const around = path.slice(0, length);
    const found = mappingsWith(
      key,
      around.reduce<unknown>(childSchema, schema),
      formatPath(around),
    );
    if (found.length > 0) {
      return found.length > most ? undefined : `belongs into ${found.join(' or ')}`;
    }
  }
  return undefined;
}
