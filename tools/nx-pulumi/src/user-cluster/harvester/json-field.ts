// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { Source } from '../translate/source.ts';

/** Returns a text without its base64, if it is in that form, as the node driver reads it. */
export function decoded(text: string): string {
  const plain = text.replaceAll(/\s/g, '');
  const isEncoded = /^[A-Za-z0-9+/]+={0,2}$/.test(plain) && plain.length % 4 === 0;
  return isEncoded ? Buffer.from(plain, 'base64').toString('utf8') : text;
}

/** Returns a value without lists that have no entries, which say nothing. */
function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (!isMapping(value)) return value;
  const kept = Object.entries(value).filter(([, one]) => !Array.isArray(one) || one.length > 0);
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutEmptyLists(one)]));
}

/**
 * Returns the content of a key whose text is JSON, or the base64 of it; undefined where it is empty. Its values
 * are read one by one.
 *
 * @param title - of the object, for errors.
 * @throws Error when the text is no JSON, without the text.
 */
export function jsonField(title: string, source: Source, key: string): Source | undefined {
  const text = source.text(key);
  if (text === undefined) return undefined;
  try {
    return new Source(withoutEmptyLists(JSON.parse(decoded(text))), key);
  } catch {
    throw new Error(`${title}: ${key} is no JSON.`);
  }
}
