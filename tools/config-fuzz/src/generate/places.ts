// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '@strata/contracts/mapping';
import { z } from 'zod';
import { isOptional, isSecret, unwrapped } from './fitting-values.ts';

/** Keys and indexes that lead from the top of a configuration to a value. */
export type Path = readonly (string | number)[];

/** Place in a configuration where a value is or could be. */
export interface Place {
  readonly path: Path;
  readonly schema: z.ZodType;
  readonly isThere: boolean;
}

/**
 * Returns every place below a value: those that exist, and one for each key or item that could be
 * added.
 */
export function placesIn(schema: z.ZodType, value: unknown, path: Path = []): Place[] {
  const inner = unwrapped(schema);
  if (isSecret(schema)) return [];
  const below = (key: string | number, child: z.ZodType, isThere: boolean): Place[] => [
    { path: [...path, key], schema: child, isThere },
    ...(isThere
      ? placesIn(child, (value as Record<string | number, unknown>)[key], [...path, key])
      : []),
  ];
  if (inner instanceof z.ZodObject && isMapping(value)) {
    return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, child]) =>
      below(key, child, Object.hasOwn(value, key)),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const item = inner.element as z.ZodType;
    return [...value.keys(), value.length].flatMap((index) =>
      below(index, item, index < value.length),
    );
  }
  if (inner instanceof z.ZodRecord && isMapping(value)) {
    return Object.keys(value).flatMap((key) => below(key, inner.valueType as z.ZodType, true));
  }
  if (inner instanceof z.ZodUnion) {
    const fit = (inner.options as z.ZodType[]).find((one) => one.safeParse(value).success);
    return fit === undefined ? [] : placesIn(fit, value, path);
  }
  return [];
}

/** Returns whether the value at a place may be removed from a configuration. */
export function mayGo({ isThere, schema }: Place): boolean {
  return isThere && isOptional(schema);
}
