// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { nearestName } from '../nearest-name.ts';
import { isMapping } from './mapping.ts';
import { unwrapped } from './schema-walk.ts';
import { standIns } from './stand-ins.ts';

type Path = readonly PropertyKey[];

/** A configuration in which every part has the right shape. */
export interface SoundParts {
  /** The original configuration, with stand-ins for the parts that have the wrong shape. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The schema's output for it, without the rules between its parts. */
  readonly output: Readonly<Record<string, unknown>>;
  /** Paths of the stand-ins. */
  readonly replaced: readonly Path[];
}

interface Repair {
  /** Which of several stand-ins is used. */
  readonly variant: number;
  readonly replaced: Path[];
}

/** A valid value; undefined if none is known. */
type Sound = { readonly value: unknown } | undefined;

/** Returns a stand-in that differs between variants, and between the parts of a variant. */
function standIn(schema: z.ZodType, path: Path, repair: Repair): Sound {
  const values = standIns(schema);
  repair.replaced.push(path);
  if (values.length === 0) return undefined;
  return { value: values[(repair.variant + repair.replaced.length - 1) % values.length] };
}

/** Repairs a mapping: an unknown key is removed, and replaces the known key that it resembles. */
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

/** Removes entries with invalid keys; nothing else depends on them. */
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

/** Repairs a mapping or a list; undefined if the value is neither, or cannot be repaired. */
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
  // Messages contain names: even an invalid one tells the user which part is meant.
  if (path.at(-1) === 'name' && typeof value === 'string') {
    repair.replaced.push(path);
    return { value };
  }
  return standIn(schema, path, repair);
}

/** Returns the schema's output for a value whose parts have the right shape, defaults included. */
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
 * Returns a configuration that can be checked although parts of it have the wrong shape: the
 * smallest such parts are replaced by stand-ins. A top-level key that is wrong as a whole is left
 * out.
 *
 * @param variant - another number uses other stand-ins.
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
