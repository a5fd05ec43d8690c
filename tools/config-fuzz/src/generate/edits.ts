// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { fittingValues, isSecret, unwrapped } from './fitting-values.ts';
import { hostileKeys, hostileValues, misplacedSecrets } from './hostile-values.ts';
import { mayGo } from './places.ts';
import type { Path, Place } from './places.ts';
import { secretTexts } from './secret-texts.ts';

/** One edit of a configuration. */
export type Edit =
  | { readonly change: 'set'; readonly path: Path; readonly value: unknown }
  | { readonly change: 'remove'; readonly path: Path }
  /** Copies the value at `from` to `path`. */
  | { readonly change: 'copy'; readonly path: Path; readonly from: Path };

type Mutable = Record<string | number, unknown>;

const isContainer = (value: unknown): value is Mutable =>
  typeof value === 'object' && value !== null;

function at(config: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (outer, key) => (isContainer(outer) && Object.hasOwn(outer, key) ? outer[key] : undefined),
    config,
  );
}

/** Sets a value as an own property, even if it is called `__proto__`. */
function put(config: unknown, path: Path, value: unknown): void {
  const [outer, key] = [at(config, path.slice(0, -1)), path.at(-1)];
  // An earlier edit may have removed the container of this place.
  if (!isContainer(outer) || key === undefined) return;
  // Lists have indexes, not keys.
  if (Array.isArray(outer) && typeof key !== 'number') return;
  Object.defineProperty(outer, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Applies edits in order; ignores an edit whose place is gone. */
export function edited(
  config: Readonly<Record<string, unknown>>,
  edits: readonly Edit[],
): Record<string, unknown> {
  const result = structuredClone(config);
  for (const edit of edits) {
    if (edit.change === 'set') put(result, edit.path, edit.value);
    if (edit.change === 'copy') {
      const found = at(result, edit.from);
      if (found !== undefined) put(result, edit.path, found);
    }
    if (edit.change === 'remove') {
      const [outer, key] = [at(result, edit.path.slice(0, -1)), edit.path.at(-1)];
      if (Array.isArray(outer)) outer.splice(Number(key), 1);
      else if (isContainer(outer) && key !== undefined) Reflect.deleteProperty(outer, key);
    }
  }
  return result;
}

const set = (path: Path, value: unknown): Edit => ({ change: 'set', path, value });

/**
 * Generates an edit that a careful person might make: it fits its place, but perhaps not the rest
 * of the configuration.
 */
export function carefulEdit(place: Place, places: readonly Place[]): fc.Arbitrary<Edit> {
  const { path, schema } = place;
  const kind = unwrapped(schema).def.type;
  const alike = places.filter(
    (other) =>
      other.isThere &&
      other !== place &&
      !isSecret(other.schema) &&
      unwrapped(other.schema).def.type === kind,
  );
  return fc.oneof(
    { weight: 6, arbitrary: fittingValues(schema).map((value) => set(path, value)) },
    ...(mayGo(place)
      ? [{ weight: 1, arbitrary: fc.constant({ change: 'remove', path } as const) }]
      : []),
    ...(alike.length === 0 || isSecret(schema)
      ? []
      : [
          {
            weight: 1,
            arbitrary: fc
              .constantFrom(...alike)
              .map((other): Edit => ({ change: 'copy', path, from: other.path })),
          },
        ]),
  );
}

/**
 * Returns whether another value under the same key of the file may be a secret. The engine does not
 * say which part of a key is encrypted, so no program can detect a part that should not be
 * encrypted.
 */
const mixed = ([key]: Path, places: readonly Place[]) =>
  places.some(({ path, schema }) => path[0] === key && isSecret(schema));

/**
 * Generates an edit that is probably wrong: a wrong type, a misplaced key, a secret in plain text.
 */
export function carelessEdit(place: Place, places: readonly Place[]): fc.Arbitrary<Edit> {
  const { path, schema } = place;
  const beside = path.slice(0, -1);
  const values = fc.constantFrom(
    ...hostileValues,
    ...(mixed(path, places) ? [] : misplacedSecrets),
  );
  if (isSecret(schema)) {
    return fc.constantFrom(...secretTexts, ...hostileValues).map((value) => set(path, value));
  }
  const there = places.filter((other) => other.isThere && !isSecret(other.schema));
  return fc.oneof(
    values.map((value) => set(path, value)),
    fc
      .tuple(fc.constantFrom(...hostileKeys), values)
      .map(([key, value]) => set([...beside, key], value)),
    fc.constant({ change: 'remove', path } as const),
    fc.constantFrom(...there).map((from): Edit => ({
      change: 'copy',
      from: from.path,
      path: [...beside, String(from.path.at(-1))],
    })),
    misspelt(place).map((key): Edit => ({ change: 'copy', from: path, path: [...beside, key] })),
  );
}

/** Generates the place's own key with an extra letter. */
function misspelt({ path }: Place): fc.Arbitrary<string> {
  const key = String(path.at(-1));
  return fc.nat({ max: key.length }).map((index) => `${key.slice(0, index)}s${key.slice(index)}`);
}

const several = (
  places: readonly Place[],
  most: number,
  one: (place: Place, places: readonly Place[]) => fc.Arbitrary<Edit>,
): fc.Arbitrary<readonly Edit[]> =>
  fc
    .uniqueArray(fc.nat({ max: places.length - 1 }), { minLength: 1, maxLength: most })
    .chain((indexes) =>
      fc.tuple(
        ...indexes.flatMap((index) => places[index] ?? []).map((place) => one(place, places)),
      ),
    );

/** Generates edits that may all be right. */
export const carefulEdits = (places: readonly Place[]) => several(places, 4, carefulEdit);

/** Generates edits of which at least one is usually wrong. */
export const carelessEdits = (places: readonly Place[]) => several(places, 3, carelessEdit);
