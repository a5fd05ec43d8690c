// SPDX-License-Identifier: Apache-2.0
import { isOfKind } from './read-objects.ts';
import type { ReadObject } from './read-objects.ts';

/** Kinds of objects that the file of a product may have. */
export interface KnownKinds {
  /** Kinds that are translated, with the groups of their APIs. */
  readonly translated: Readonly<Record<string, string>>;
  /** Those of them that count only where another object refers to them. */
  readonly referred: readonly string[];
  /** Other kinds, and why they are left out; empty for those that nobody misses. */
  readonly others: Readonly<Record<string, string>>;
  /** Returns why one object is left out; undefined where its kind decides. */
  readonly reasonOf?: (object: ReadObject) => string | undefined;
}

/** Returns why an object is left out; empty for one that nobody misses, and for one that is translated. */
function reasonFor(object: ReadObject, followed: ReadonlySet<object>, kinds: KnownKinds): string {
  const kind = String(object.kind);
  const isTranslated = Object.entries(kinds.translated).some(([one, group]) =>
    isOfKind(object, one, group),
  );
  if (isTranslated && (!kinds.referred.includes(kind) || followed.has(object))) return '';
  const own = kinds.reasonOf?.(object);
  if (own !== undefined) return own;
  if (isTranslated) return 'no object of the file refers to it';
  return kinds.others[kind] ?? 'it is not known here';
}

/**
 * Returns messages about the objects of a file that are not translated.
 *
 * @param followed - objects to which others refer.
 */
export function otherObjects(
  objects: readonly ReadObject[],
  followed: ReadonlySet<object>,
  kinds: KnownKinds,
): string[] {
  return objects.flatMap((object) => {
    if (typeof object.kind !== 'string') return [];
    const reason = reasonFor(object, followed, kinds);
    const { kind, metadata } = object;
    return reason === '' ? [] : [`${kind} ${metadata?.name ?? '?'} is left out: ${reason}`];
  });
}
