// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

/** Where a program's configuration has a group of keys. */
export interface GroupPlace {
  /** Key that it stands at; `config` for all keys of a program. */
  readonly key: string;
  /** Whether it is an entry of the list at that key. */
  readonly isEntry: boolean;
  /** Program whose name its own keys begin with in a file. @default they begin with none */
  readonly program?: string;
}

/** Returns the schemas that one stands for, beginning with itself: without a default, and so on. */
export function layers(schema: z.ZodType): z.ZodType[] {
  if (!('unwrap' in schema) || schema instanceof z.ZodArray) return [schema];
  return [schema, ...layers((schema as z.ZodOptional<z.ZodType>).unwrap())];
}

const innermost = (schema: z.ZodType) => layers(schema).at(-1) ?? schema;

/** Returns whether people write a schema's value as a mapping, or as a list of mappings. */
export function isGroup(schema: z.ZodType): boolean {
  const inner = innermost(schema);
  if (inner instanceof z.ZodArray) return isGroup(inner.element as z.ZodType);
  return inner instanceof z.ZodObject || inner instanceof z.ZodRecord;
}

/** Adds the places of a schema, and of everything below it. */
function addPlaces(schema: z.ZodType, place: GroupPlace, places: Map<z.ZodType, GroupPlace[]>) {
  for (const layer of layers(schema)) places.set(layer, [...(places.get(layer) ?? []), place]);
  const inner = innermost(schema);
  if (inner instanceof z.ZodArray) {
    addPlaces(inner.element as z.ZodType, { key: place.key, isEntry: true }, places);
  } else if (inner instanceof z.ZodUnion) {
    for (const option of inner.options) addPlaces(option as z.ZodType, place, places);
  } else if (inner instanceof z.ZodRecord) {
    addPlaces(inner.valueType as z.ZodType, { key: '', isEntry: false }, places);
  } else if (inner instanceof z.ZodObject) {
    for (const [key, value] of Object.entries<z.ZodType>(inner.shape)) {
      addPlaces(value, { key, isEntry: false }, places);
    }
  }
}

/** Returns every place of each schema, from the configurations of programs by their names. */
export function groupPlaces(
  configs: Readonly<Record<string, z.ZodObject>>,
): ReadonlyMap<z.ZodType, readonly GroupPlace[]> {
  const places = new Map<z.ZodType, GroupPlace[]>();
  for (const [program, config] of Object.entries(configs)) {
    addPlaces(config, { key: 'config', isEntry: false, program }, places);
  }
  return places;
}
