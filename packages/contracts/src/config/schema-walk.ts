// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

/** Schemas that only define what happens to a missing value. */
type Wrapper = z.ZodOptional | z.ZodDefault | z.ZodPrefault | z.ZodNullable | z.ZodReadonly;

/** Returns whether a schema only defines what happens to a missing value of its inner schema. */
export function isWrapper(schema: unknown): schema is Wrapper {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  );
}

/** Returns a schema without `.optional()`, `.default()` and similar wrappers. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  return isWrapper(schema) ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

/** Returns the schema at a key of a mapping or an index of a list; undefined if there is none. */
export function childSchema(schema: unknown, key: PropertyKey): unknown {
  const inner = schema instanceof z.ZodType ? unwrapped(schema) : undefined;
  if (inner instanceof z.ZodObject) {
    const shape: Readonly<Record<PropertyKey, unknown>> = inner.shape;
    return Object.hasOwn(shape, key) ? shape[key] : undefined;
  }
  if (inner instanceof z.ZodArray) return typeof key === 'number' ? inner.element : undefined;
  if (inner instanceof z.ZodRecord) return inner.valueType;
  if (inner instanceof z.ZodUnion) {
    // Of several kinds of value, one at most is a mapping with the key.
    return inner.options
      .map((option) => childSchema(option, key))
      .find((child) => child !== undefined);
  }
  return undefined;
}
