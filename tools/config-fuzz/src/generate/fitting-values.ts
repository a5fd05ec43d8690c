// SPDX-License-Identifier: Apache-2.0
import { fieldFacts } from '@strata/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import { exampleTexts, textKinds } from './example-texts.ts';
import { shippedTexts } from './repository-files.ts';
import { secretTexts } from './secret-texts.ts';

/** Schemas that only say how a missing value is handled. */
type Wrapper = z.ZodOptional | z.ZodDefault | z.ZodPrefault | z.ZodNullable | z.ZodReadonly;

function isWrapper(schema: z.ZodType): schema is Wrapper {
  return [z.ZodOptional, z.ZodDefault, z.ZodPrefault, z.ZodNullable, z.ZodReadonly].some(
    (wrapper) => schema instanceof wrapper,
  );
}

/** Returns a schema without the wrappers that allow a missing value. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  return isWrapper(schema) ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

/** Returns whether a field must be encrypted. */
export function isSecret(schema: z.ZodType): boolean {
  if (fieldFacts.get(schema)?.secret === true) return true;
  return isWrapper(schema) && isSecret(schema.unwrap() as z.ZodType);
}

/** Returns whether a mapping may lack this key. */
export function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

function matching(pattern: RegExp): fc.Arbitrary<string>[] {
  try {
    return [fc.stringMatching(pattern, { size: 'small' })];
  } catch {
    // fast-check supports neither look-ahead nor look-behind; the examples cover such patterns.
    return [];
  }
}

const allExamples = [...exampleTexts, ...shippedTexts()];

/**
 * Generates texts that a schema accepts: examples, others of the same kind, and texts made from its
 * pattern.
 */
function texts(schema: z.ZodType): fc.Arbitrary<string> {
  const fits = (text: string) => schema.safeParse(text).success;
  const { patterns = new Set<RegExp>() } = schema._zod.bag as { patterns?: Set<RegExp> };
  const examples = allExamples.filter(fits);
  const kinds = textKinds.filter(({ sample }) => fits(sample)).map((kind) => kind.texts());
  const made = [...kinds, ...[...patterns].flatMap(matching)].map((one) => one.filter(fits));
  return fc.oneof(
    ...(examples.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...examples) }]),
    ...made.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

/** Generates numbers within the limits: mostly small ones, sometimes a limit itself. */
function numbers(schema: z.ZodNumber): fc.Arbitrary<number> {
  const least = Math.max(schema.minValue ?? 0, -1_000);
  const most = Math.min(schema.maxValue ?? 100_000, 10_000_000);
  const steps = schema.format?.includes('int') === true ? 1 : 1_000;
  const whole = (min: number, max: number) =>
    fc.integer({ min: Math.ceil(min * steps), max: Math.floor(max * steps) }).map((n) => n / steps);
  return fc
    .oneof(whole(least, Math.min(most, least + 8)), whole(least, most), fc.constant(most))
    .filter((number) => schema.safeParse(number).success);
}

function mapping(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  const entries = Object.entries(shape);
  const required = entries.filter(([, inner]) => !isOptional(inner)).map(([key]) => key);
  return fc.record(Object.fromEntries(entries.map(([key, inner]) => [key, fittingValues(inner)])), {
    requiredKeys: required,
    noNullPrototype: true,
  });
}

function made(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (isSecret(schema)) {
    const fit = secretTexts.filter((text) => unwrapped(schema).safeParse(text).success);
    return fc.constantFrom(...fit).map((text) => ({ secure: text }));
  }
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) return mapping(inner);
  if (inner instanceof z.ZodArray) {
    return fc.array(fittingValues(inner.element as z.ZodType), { maxLength: 3 });
  }
  if (inner instanceof z.ZodRecord) {
    return fc.dictionary(
      texts(inner.keyType as z.ZodType),
      fittingValues(inner.valueType as z.ZodType),
      { maxKeys: 3, noNullPrototype: true },
    );
  }
  if (inner instanceof z.ZodUnion) {
    return fc.oneof(...(inner.options as z.ZodType[]).map(fittingValues));
  }
  if (inner instanceof z.ZodEnum) return fc.constantFrom(...inner.options);
  if (inner instanceof z.ZodLiteral) return fc.constantFrom(...inner.values);
  if (inner instanceof z.ZodBoolean) return fc.boolean();
  if (inner instanceof z.ZodNumber) return numbers(inner);
  if (inner.def.type === 'string') return texts(inner);
  throw new Error(`no values are known for a schema of the type ${inner.def.type}`);
}

const known = new WeakMap<z.ZodType, fc.Arbitrary<unknown>>();

/**
 * Generates values that fit a schema, as far as the schema alone can tell: a rule between two
 * fields may still refuse them. Secrets are encrypted, as `{ secure: text }`.
 *
 * @throws Error for a kind of schema that no configuration has used so far, and for a text with
 * neither an example nor a pattern.
 */
export function fittingValues(schema: z.ZodType): fc.Arbitrary<unknown> {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const values = made(schema);
  known.set(schema, values);
  return values;
}
