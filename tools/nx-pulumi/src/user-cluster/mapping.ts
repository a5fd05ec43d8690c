// SPDX-License-Identifier: Apache-2.0

/** A mapping of YAML. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Returns whether a value is a mapping, and not a list. */
export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path such as `cni.tunnelPort`; undefined if there is none. */
export function valueAt(outer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (isMapping(inner) ? inner[key] : undefined), outer);
}
