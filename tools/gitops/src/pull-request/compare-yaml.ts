// SPDX-License-Identifier: Apache-2.0
import { create } from 'jsondiffpatch';
import type { ArrayDelta, Delta, ObjectDelta } from 'jsondiffpatch';
import { isSealed } from './yaml-words.ts';
import type { Words } from './yaml-words.ts';

/** One difference between two versions of a file, at a path such as `pools[md-a].replicas`. */
export type FieldChange =
  | {
      readonly kind: 'changed';
      readonly path: string;
      readonly before: string;
      readonly after: string;
    }
  /** `value`: in short, if it has more than one. */
  | { readonly kind: 'added' | 'removed'; readonly path: string; readonly value: string }
  /** A value that nobody may see is another one. */
  | { readonly kind: 'secret'; readonly path: string }
  /** An entry of a list has another place. */
  | { readonly kind: 'moved'; readonly path: string };

type Mapping = Readonly<Record<string, Words>>;

const isList = (value: unknown): value is readonly Words[] => Array.isArray(value);

function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || isList(value)) return undefined;
  const { name } = value as Mapping;
  return typeof name === 'string' && name !== '' && !isSealed(name) ? name : undefined;
}

/** Entries of lists are the same ones when they have the same name; without names, by their place. */
const differ = create({ objectHash: (entry, index) => nameOf(entry) ?? `\0${index ?? ''}` });

const shown = (text: string) => (isSealed(text) ? '(secret)' : text);

/** A value in short: `replicas 3, instancetype standard-4`. */
function brief(value: Words | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return shown(value);
  if (isList(value)) {
    return value
      .map((one) => nameOf(one) ?? (typeof one === 'string' ? shown(one) : '…'))
      .join(', ');
  }
  const parts = Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'name') return [];
    const text = typeof inner === 'string' ? shown(inner) : isList(inner) ? brief(inner) : '…';
    return [`${key} ${text}`.trim()];
  });
  return parts.join(', ');
}

function under(path: string, key: string): string {
  // A dot in a key, as in annotations, is no step down.
  const step = /^[\w:-]+$/.test(key) ? key : JSON.stringify(key);
  return path === '' ? step : `${path}.${step}`;
}

/** `pools[md-a]`; a text in a list has the list's path. */
function entryPath(path: string, entry: Words | undefined, index: string): string {
  return typeof entry === 'string' ? path : `${path}[${nameOf(entry) ?? index}]`;
}

function leaf(path: string, before: Words, after: Words): FieldChange {
  const isHidden = [before, after].some((one) => typeof one === 'string' && isSealed(one));
  return isHidden
    ? { kind: 'secret', path }
    : { kind: 'changed', path, before: brief(before), after: brief(after) };
}

/** Ends a delta of an entry that has another place. */
const moved = 3;

/**
 * Returns the previous version of a list entry: the entry of the same name, or at the same index if
 * it has no name.
 */
function earlier(before: readonly Words[], entry: Words | undefined, index: number) {
  const name = nameOf(entry);
  return name === undefined ? before[index] : before.find((one) => nameOf(one) === name);
}

/**
 * Returns the changes of the entries of a list. An index that begins with `_` refers to the list
 * before the change.
 */
function entries(
  delta: ArrayDelta,
  before: readonly Words[],
  after: readonly Words[],
  path: string,
): FieldChange[] {
  return Object.entries(delta).flatMap(([key, inner]: readonly [string, Delta | 'a']) => {
    if (inner === 'a') return [];
    const isOfBefore = key.startsWith('_');
    const index = isOfBefore ? key.slice(1) : key;
    const entry = (isOfBefore ? before : after)[Number(index)];
    const at = entryPath(path, entry, index);
    if (Array.isArray(inner) && inner[2] === moved) return [{ kind: 'moved', path: at } as const];
    const old = isOfBefore ? entry : earlier(before, entry, Number(index));
    return changes(inner, old, entry, at);
  });
}

/** Keys in the order of the file as it is now; those that are gone come last. */
function inOrder(delta: ObjectDelta, after: Mapping): string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(delta)])].filter((key) => key in delta);
}

/**
 * @param delta - `[new]`, `[old, new]`, `[old, 0, 0]`, or a mapping of further ones, which for a list has
 *   the key `_t`: https://github.com/benjamine/jsondiffpatch/blob/v0.7.3/docs/deltas.md
 */
function changes(
  delta: Delta,
  before: Words | undefined,
  after: Words | undefined,
  path: string,
): FieldChange[] {
  if (delta === undefined) return [];
  if (Array.isArray(delta)) {
    const [one, other] = delta as readonly Words[];
    if (delta.length === 2) return [leaf(path, one ?? '', other ?? '')];
    return [{ kind: delta.length === 1 ? 'added' : 'removed', path, value: brief(one) }];
  }
  if (isList(before) && isList(after)) return entries(delta as ArrayDelta, before, after, path);
  const own = delta as ObjectDelta;
  return inOrder(own, after as Mapping).flatMap((key) =>
    changes(own[key], (before as Mapping)[key], (after as Mapping)[key], under(path, key)),
  );
}

/**
 * Returns the differences between two versions of a file, in the order of the file: added keys and
 * entries, removed ones, and changed values. Entries of lists are matched by their `name`.
 */
export function compareYaml(before: Words, after: Words): FieldChange[] {
  return changes(differ.diff(before, after), before, after, '');
}
