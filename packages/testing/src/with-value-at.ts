// SPDX-License-Identifier: Apache-2.0

type Path = readonly (string | number)[];

const pathOf = (place: string): Path =>
  place.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('/', '.')));

function changed(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(whole)) {
    return whole.map((item: unknown, index) => (index === key ? changed(item, rest, value) : item));
  }
  const mapping = (whole ?? {}) as Readonly<Record<string, unknown>>;
  return { ...mapping, [key]: changed(mapping[key], rest, value) };
}

/**
 * Returns a configuration with another value at one place. Mappings on the way that are missing are made.
 *
 * @param place - keys and places in lists, with dots between: `pools.0.name`. `/` is a dot in a key.
 */
export function withValueAt(whole: object, place: string, value: unknown): object {
  return changed(whole, pathOf(place), value) as object;
}
