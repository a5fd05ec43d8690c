// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '@strata/contracts/mapping';
import type { Mapping } from '@strata/contracts/mapping';
import { isScalar, parse, parseDocument, visit } from 'yaml';
import type { Scalar } from 'yaml';
import { isSecretName, looksSecret } from '../report/shown-value.ts';

/** The values of a YAML file, each scalar as a text. */
export type Words = string | readonly Words[] | { readonly [key: string]: Words };

/** Stands before what nobody may see; no ordinary text of YAML begins with it. */
const sealed = '\0';

/** Whether a text stands for a value that nobody may see. */
export function isSealed(words: string): boolean {
  return words.startsWith(sealed);
}

/** Seals a value, and all in it: it can be compared, and must not be shown. */
export function seal(words: Words): string {
  if (typeof words === 'string') return isSealed(words) ? words : `${sealed}${words}`;
  return `${sealed}${JSON.stringify(words)}`;
}

/** Longer texts mean nothing but themselves. */
const longestPlain = 40;

/** Whether a text without its quotes would be something else: a number, `true`, nothing. */
function needsQuotes(text: string): boolean {
  if (text.length > longestPlain || text.includes('\n')) return false;
  try {
    return typeof parse(text) !== 'string';
  } catch {
    return false;
  }
}

/** A scalar as it stands in the file: `1.30` is not 1.3, and the text '4' has its quotes. */
function scalarWords({ source, value }: Scalar): string {
  if (typeof value === 'string') return needsQuotes(value) ? `'${value}'` : value;
  return source ?? String(value);
}

/** Whether a value is encrypted, as Pulumi writes it: `{ secure: v1:... }`. */
const isEncrypted = (value: Mapping) => 'secure' in value && Object.keys(value).length === 1;

/** Longer lists take too long to compare. */
const longestList = 2_000;

/** @param isHidden - whether the value, and all in it, is of a field that holds secrets. */
function walk(value: unknown, isHidden: boolean): Words {
  if (Array.isArray(value) && value.length > longestList) throw new Error('a list is too long');
  if (Array.isArray(value)) return value.map((one) => walk(one, isHidden));
  if (!isMapping(value)) {
    const text = String(value);
    return isHidden || looksSecret(text) ? `${sealed}${text}` : text;
  }
  if (isEncrypted(value)) return `${sealed}${JSON.stringify(value)}`;
  // A variable is named by its neighbour: `{ name: PASSWORD, value: ... }`.
  const isVariable = isSecretName(String(value.name));
  const hides = (key: string) => isSecretName(key) || (isVariable && key === 'value');
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, walk(inner, isHidden || hides(key))]),
  );
}

/**
 * Reads a YAML file as people read it. What is encrypted, has the name of a secret or looks like one
 * is sealed: it can be compared, and must not be shown.
 *
 * @throws YAMLParseError when it is no YAML; Error when its aliases or its lists are too much.
 */
export function yamlWords(text: string): Words {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  visit(document, {
    Scalar: (key, node) => {
      if (key !== 'key' && isScalar(node)) node.value = scalarWords(node);
    },
  });
  return walk(document.toJS({ maxAliasCount: 100 }) ?? {}, false);
}
