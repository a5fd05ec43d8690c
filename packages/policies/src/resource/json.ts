// SPDX-License-Identifier: Apache-2.0

/** Placeholder for a value that a preview does not know yet. */
export const unknownValue: unique symbol = Symbol('unknown');

/** Placeholder for a secret value, in policies that check which inputs are secrets. */
export const secretValue: unique symbol = Symbol('secret');

/** The inputs that a policy sees: plain data, in which some values may not be known yet. */
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

/** Returns whether a value exists but is not known yet. */
export function isUnknown(value: Json | undefined): boolean {
  return value === unknownValue;
}

/** Returns the value as an object; an empty one if it is no object or not known. */
export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

/** Returns the value as a list; an empty one if it is no list or not known. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Returns the value as a text; undefined if it is no text or not known. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the value at a path of keys; undefined if a part of the path is missing or not known. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, key) => objectOf(found)[key], value);
}

/** Returns the texts in a list. */
export function textsOf(value: Json | undefined): readonly string[] {
  return listOf(value).filter((one): one is string => typeof one === 'string');
}
