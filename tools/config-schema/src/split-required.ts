// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A schema, and apart from it which keys its mappings must have. */
export interface SplitSchema {
  /** The schema, in which no key of a mapping must be there. */
  readonly shapes: JsonSchema;
  /** Schema that only says which keys must be there; undefined if none must. */
  readonly required?: JsonSchema;
}

/**
 * Takes the keys that must be there out of a schema, at every depth of its mappings. Entries of lists
 * stay as they are, for a profile and the file that extends it share no list.
 */
export function splitRequired({ required, ...schema }: JsonSchema): SplitSchema {
  const inner = Object.entries(schema.properties ?? {}).map(
    ([key, value]) => [key, typeof value === 'boolean' ? value : splitRequired(value)] as const,
  );
  const shapes = inner.map(([key, value]) => [
    key,
    typeof value === 'boolean' ? value : value.shapes,
  ]);
  const below = inner.flatMap(([key, value]) =>
    typeof value === 'boolean' || value.required === undefined ? [] : [[key, value.required]],
  );
  const properties = Object.fromEntries(below) as Record<string, JsonSchema>;
  const all = {
    ...(required !== undefined && required.length > 0 && { required }),
    ...(below.length > 0 && { properties }),
  };
  return {
    shapes: {
      ...schema,
      ...(schema.properties !== undefined && {
        properties: Object.fromEntries(shapes) as Record<string, JsonSchema>,
      }),
    },
    ...(Object.keys(all).length > 0 && { required: all }),
  };
}
