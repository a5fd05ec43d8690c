// SPDX-License-Identifier: Apache-2.0

/** Stands for a value that a preview does not know yet. */
export const unknownValue: unique symbol = Symbol('unknown');

/** Stands for a value that is a secret, where a policy asks which are. */
export const secretValue: unique symbol = Symbol('secret');

/** What a policy sees of an input: plain data, in which some values may not be known yet. */
export type Json =
  | string
  | number
  | boolean
  | null
  | typeof unknownValue
  | typeof secretValue
  | readonly Json[]
  | { readonly [key: string]: Json };

/** An object of {@link Json}. */
export type JsonObject = Readonly<Record<string, Json>>;

/** Whether a value is there and is not known yet. */
export function isUnknown(value: Json | undefined): boolean {
  return value === unknownValue;
}

/** The value as an object; an empty one if it is none or is not known. */
export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

/** The value as a list; an empty one if it is none or is not known. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The value as a text; undefined if it is none or is not known. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** What is at a path of keys; undefined if something on the way is missing or is not known. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, key) => objectOf(found)[key], value);
}

/** The texts in a list. */
export function textsOf(value: Json | undefined): readonly string[] {
  return listOf(value).filter((one): one is string => typeof one === 'string');
}
