// SPDX-License-Identifier: Apache-2.0

/** A mapping of YAML. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Returns whether a value is a mapping of YAML, and not a list. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a path of keys and indexes; undefined if there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (outer, key) =>
      typeof outer === 'object' && outer !== null && Object.hasOwn(outer, key)
        ? (outer as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );
}
