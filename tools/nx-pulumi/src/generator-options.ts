// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An option of a generator, as its schema has it. */
export interface GeneratorOption {
  /** As Nx calls it: `storageClass`. */
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly description: string;
  readonly default?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
}

interface Schema {
  readonly properties: Readonly<
    Record<string, Omit<GeneratorOption, 'name'> & { readonly $default?: unknown }>
  >;
}

/** The options of a generator without its first argument, in the order of its schema. */
export function generatorOptions(generator: 'environment' | 'user-cluster'): GeneratorOption[] {
  const file = join(import.meta.dirname, generator, 'schema.json');
  const { properties } = JSON.parse(readFileSync(file, 'utf8')) as Schema;
  return Object.entries(properties)
    .filter(([, { $default }]) => $default === undefined)
    .map(([name, { default: value, description, enum: values, type }]) => ({
      name,
      type,
      description,
      ...(value !== undefined && { default: value }),
      ...(values !== undefined && { enum: values }),
    }));
}
