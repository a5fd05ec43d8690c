// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

/** The text of error messages about a field. */
export interface FieldFacts {
  /** Completes "expected ...". */
  readonly expected: string;
  /** Whether it must be encrypted in the stack's YAML and is never printed. @default false */
  readonly secret?: boolean;
}

/** The error texts of schemas. */
export const fieldFacts = z.registry<FieldFacts>();

/** Adds the text of error messages to a schema. */
export function field<T extends z.ZodType>(schema: T, expected: string): T {
  fieldFacts.add(schema, { expected });
  return schema;
}

/** Marks a field that must be encrypted in the stack's YAML. */
export function secretField<T extends z.ZodType>(schema: T, expected: string): T {
  fieldFacts.add(schema, { expected, secret: true });
  return schema;
}

/**
 * A name of a Kubernetes object that is also valid in labels and host names.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function objectName(longest = 63) {
  const pattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
  return field(
    z.string().max(longest).regex(pattern),
    `a name of at most ${longest} lower-case letters, digits and dashes`,
  );
}

/** A name of a Kubernetes object that may have dots. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names */
export function dottedName() {
  const pattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
  return field(
    z.string().max(253).regex(pattern),
    'a name of lower-case letters, digits, dashes and dots',
  );
}

/** A domain of DNS, as Kubernetes takes it in its own objects. */
export function domainName() {
  return field(dottedName(), 'a domain name in lower case and without a dot at its end');
}

/** True or false, without quotes. */
export function trueOrFalse() {
  return field(z.boolean(), 'true or false');
}

/** A text that is not empty. */
export function text(expected: string) {
  return field(z.string().min(1), expected);
}

/** A whole number. */
export function wholeNumber(least: number) {
  return field(z.int().min(least), `a whole number of ${least} or more`);
}

/** A whole number that upstream keeps in fewer bits than JSON has. */
export function wholeNumberTo(least: number, most: number) {
  return field(z.int().min(least).max(most), `a whole number from ${least} to ${most}`);
}

/** An exact version of Kubernetes, as its downloads are named. */
export function kubernetesVersion() {
  return field(z.string().regex(/^1\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/), 'a version like "1.35.4"');
}

/** One of a few words. */
export function oneOf<const T extends readonly [string, ...string[]]>(words: T) {
  const list = words.map((word) => `"${word}"`).join(', ');
  return field(z.enum(words), words.length === 1 ? list : `one of ${list}`);
}

/** A list; its items need error texts of their own. */
export function listOf<T extends z.ZodType>(item: T, expected: string) {
  return field(z.array(item), expected);
}
