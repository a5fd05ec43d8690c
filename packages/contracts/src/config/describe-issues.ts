// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { suggestion } from '../nearest-name.ts';
import { fieldFacts } from './field.ts';
import type { FieldFacts } from './field.ts';
import { foreignKeyHint } from './foreign-keys.ts';
import { keyPlace } from './key-places.ts';
import { valueAt } from './mapping.ts';
import { childSchema, isWrapper } from './schema-walk.ts';
import { shownUrl } from './shown-url.ts';

export { formatPath } from './format-path.ts';

/** A problem and its place. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Removes `.optional()`, `.default()` and similar wrappers, and keeps the error texts found on
 * them.
 */
function unwrap(schema: unknown): { inner: unknown; facts: FieldFacts | undefined } {
  let inner = schema;
  let facts: FieldFacts | undefined;
  while (inner instanceof z.ZodType) {
    facts ??= fieldFacts.get(inner);
    if (!isWrapper(inner)) break;
    inner = inner.unwrap();
  }
  return { inner, facts };
}

function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(childSchema, schema);
}

/** Returns every path at which a schema has a secret field and the value has a value. */
export function secretPaths(
  schema: unknown,
  value: unknown,
  path: readonly PropertyKey[] = [],
): (readonly PropertyKey[])[] {
  if (unwrap(schema).facts?.secret === true) return value === undefined ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) =>
    secretPaths(childSchema(schema, key), valueAt(value, [key]), [...path, key]),
  );
}

/** Returns whether anything below a schema may be a secret. */
export function hasSecretField(schema: unknown): boolean {
  const { facts, inner } = unwrap(schema);
  if (facts?.secret === true) return true;
  if (inner instanceof z.ZodObject) return Object.values(inner.shape).some(hasSecretField);
  if (inner instanceof z.ZodArray) return hasSecretField(inner.element);
  if (inner instanceof z.ZodRecord) return hasSecretField(inner.valueType);
  return inner instanceof z.ZodUnion && inner.options.some(hasSecretField);
}

/** Returns the actual value, short enough for one line. */
function show(value: unknown, hidden: boolean): string {
  if (value === null) return 'nothing';
  if (hidden) return 'a secret value that is not shown';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const shown = JSON.stringify(typeof value === 'string' ? shownUrl(value) : value);
  return shown.length > 60 ? `${shown.slice(0, 57)}..."` : shown;
}

/** End of the text that Pulumi makes of a day without quotes, which it takes for a time. */
const midnight = / 00:00:00 \+0000 UTC$/;

/** Returns the end of a message about a value that would be right as a text in quotes. */
function quotesHint(schema: unknown, found: unknown): string {
  if (!['boolean', 'number', 'string'].includes(typeof found)) return '';
  const text = String(found).replace(midnight, '');
  const isRight = schema instanceof z.ZodType && schema.safeParse(text).success;
  return isRight ? '; put it into quotes' : '';
}

/** zod's message for a refinement without one of its own. */
const wordless = 'Invalid input';

/**
 * Returns the problems that a schema found in a value, in words.
 *
 * @param isHidden - whether the value at a path must not be shown.
 */
export function describeIssues(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  isHidden: (path: readonly PropertyKey[]) => boolean,
): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const { path } = issue;
    const { inner, facts } = unwrap(schemaAt(schema, path));
    if (issue.code === 'unrecognized_keys') {
      const known = inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: `unknown key; ${foreignKeyHint(schema, path, key) ?? keyPlace(schema, path, key) ?? suggestion(key, known)}`,
      }));
    }
    if (issue.code === 'invalid_key') {
      const parent = unwrap(schemaAt(schema, path.slice(0, -1))).inner;
      const expected =
        parent instanceof z.ZodRecord ? unwrap(parent.keyType).facts?.expected : undefined;
      return [{ path, message: `wrong key; expected ${expected ?? 'another one'}` }];
    }
    const isWorded = issue.code === 'custom' && issue.message !== wordless;
    if (isWorded || facts === undefined) return [{ path, message: issue.message }];
    const found = valueAt(value, path);
    if (found === undefined) return [{ path, message: `missing; expected ${facts.expected}` }];
    const hidden = facts.secret === true || isHidden(path);
    const got = `${show(found, hidden)}${hidden ? '' : quotesHint(inner, found)}`;
    return [{ path, message: `expected ${facts.expected}, got ${got}` }];
  });
}
