// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '@strata/contracts/mapping';
import { parse } from 'yaml';
import type { GroupPlace } from './group-places.ts';

/** The value of a group of keys in its example. */
export interface ExampleValue {
  /** As people write it, without the program's name before its keys. */
  readonly written: unknown;
  /** As a program reads it: encrypted values are texts. */
  readonly read: unknown;
}

function decrypted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decrypted);
  if (!isMapping(value)) return value;
  const { secure } = value;
  if (typeof secure === 'string') return 'what was encrypted, as a text';
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decrypted(one)]));
}

function withoutProgram(value: unknown, program: string): unknown {
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.replace(new RegExp(`^${program}:`), ''), one]),
  );
}

/**
 * Returns the value in an example, which has the key of the group before it, as files have it.
 *
 * @throws what is wrong with it, if it stands at no place where programs have the group.
 */
export function exampleValue(example: string, places: readonly GroupPlace[]): ExampleValue {
  const all: unknown = parse(example);
  const [[key, value] = ['', undefined], ...more] = Object.entries(isMapping(all) ? all : {});
  const place = places.find((one) => one.key === key);
  if (place === undefined || more.length > 0) {
    const keys = [...new Set(places.map((one) => `"${one.key}"`))].join(' or ');
    throw new Error(`an example is one mapping with the key ${keys}, not:\n${example}`);
  }
  const inPlace: unknown = place.isEntry && Array.isArray(value) ? value[0] : value;
  const written = place.program === undefined ? inPlace : withoutProgram(inPlace, place.program);
  return { written, read: decrypted(written) };
}
