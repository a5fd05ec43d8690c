// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { nearestName } from '../nearest-name.ts';
import { isMapping, unwrapped } from './schema-walk.ts';
import { standIns } from './stand-ins.ts';

type Path = readonly PropertyKey[];

/** A configuration in which everything has the right shape. */
export interface SoundParts {
  /** As it was written, with stand-ins in place of what has the wrong shape. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What the schema makes of it, whatever its parts say about each other. */
  readonly output: Readonly<Record<string, unknown>>;
  /** Where something stands that nobody has written. */
  readonly replaced: readonly Path[];
}

interface Repair {
  /** Which of several stand-ins are taken. */
  readonly variant: number;
  readonly replaced: Path[];
}

/** A right value; undefined where none is known. */
type Sound = { readonly value: unknown } | undefined;

/** A different one in each variant, and not the same one for all parts of a variant. */
function standIn(schema: z.ZodType, path: Path, repair: Repair): Sound {
  const values = standIns(schema);
  repair.replaced.push(path);
  if (values.length === 0) return undefined;
  return { value: values[(repair.variant + repair.replaced.length - 1) % values.length] };
}

/** Everything in a mapping; what is not known goes, and takes the place of the key it looks like. */
function soundMapping(
  schema: z.ZodObject,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  repair: Repair,
): Sound {
  const shape = new Map<string, z.ZodType>(Object.entries(schema.shape));
  const missing = [...shape.keys()].filter((key) => !Object.hasOwn(value, key));
  const meant = new Set(
    Object.keys(value)
      .filter((key) => !shape.has(key))
      .map((key) => nearestName(key, missing)),
  );
  const entries: [string, unknown][] = [];
  for (const [key, inner] of shape) {
    const at = [...path, key];
    const one = meant.has(key) ? standIn(inner, at, repair) : sound(inner, value[key], at, repair);
    if (one === undefined) return undefined;
    if (one.value !== undefined) entries.push([key, one.value]);
  }
  return { value: Object.fromEntries(entries) };
}

function soundList(schema: z.ZodArray, value: readonly unknown[], path: Path, repair: Repair) {
  const items: unknown[] = [];
  for (const [index, item] of value.entries()) {
    const one = sound(schema.element as z.ZodType, item, [...path, index], repair);
    if (one === undefined) return undefined;
    items.push(one.value);
  }
  return { value: items };
}

/** Entries with wrong keys go; nothing else depends on them. */
function soundRecord(
  schema: z.ZodRecord,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  repair: Repair,
): Sound {
  const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    const at = [...path, key];
    const isKey = (schema.keyType as z.ZodType).safeParse(key).success;
    const one = isKey ? sound(schema.valueType as z.ZodType, item, at, repair) : undefined;
    if (one === undefined) repair.replaced.push(at);
    return one === undefined ? [] : [[key, one.value]];
  });
  return { value: Object.fromEntries(entries) };
}

/** A mapping or a list whose parts are right; undefined where it is neither, or cannot become so. */
function soundContainer(schema: z.ZodType, value: unknown, path: Path, repair: Repair): Sound {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject && isMapping(value)) {
    return soundMapping(inner, value, path, repair);
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return soundList(inner, value, path, repair);
  }
  if (inner instanceof z.ZodRecord && isMapping(value)) {
    return soundRecord(inner, value, path, repair);
  }
  return undefined;
}

function sound(schema: z.ZodType, value: unknown, path: Path, repair: Repair): Sound {
  if (schema.safeParse(value).success) return { value };
  const container = soundContainer(schema, value, path, repair);
  if (container !== undefined) return container;
  // Messages call things by their names: a wrong one is still what somebody knows it by.
  if (path.at(-1) === 'name' && typeof value === 'string') {
    repair.replaced.push(path);
    return { value };
  }
  return standIn(schema, path, repair);
}

/** What a schema makes of a value whose parts have the right shape, defaults included. */
function outputOf(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject && isMapping(value)) {
    const shape: Readonly<Record<string, z.ZodType>> = inner.shape;
    const entries = Object.entries(shape).map(([key, child]) => [key, outputOf(child, value[key])]);
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => outputOf(inner.element as z.ZodType, item));
  }
  return value;
}

/**
 * What of a configuration can be checked although parts of it have the wrong shape: each of these
 * gives way to a stand-in, the smallest part that does. A top-level key that is wrong as a whole is
 * left out.
 *
 * @param variant - another number puts other values there.
 */
export function soundParts(
  schema: z.ZodObject,
  input: Readonly<Record<string, unknown>>,
  variant: number,
): SoundParts {
  const repair: Repair = { variant, replaced: [] };
  const parts = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(
    ([key, inner]) => {
      const value = input[key];
      const path = [key];
      const one = inner.safeParse(value).success
        ? { value }
        : soundContainer(inner, value, path, repair);
      if (one === undefined) repair.replaced.push(path);
      return one === undefined
        ? []
        : [{ key, value: one.value, output: outputOf(inner, one.value) }];
    },
  );
  return {
    input: Object.fromEntries(parts.map(({ key, value }) => [key, value])),
    output: Object.fromEntries(parts.map(({ key, output }) => [key, output])),
    replaced: repair.replaced,
  };
}
