// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { generatorOptions } from '@strata/nx-pulumi/generator-options';
import type { GeneratorOption } from '@strata/nx-pulumi/generator-options';
import type { OptionSpec } from '../command.ts';
import type { Input } from '../input.ts';

type Generator = Parameters<typeof generatorOptions>[0];

/** As options are written everywhere else: `storage-class`. */
function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const dryRun: OptionSpec = { name: 'dry-run', text: 'write nothing, say what would be written' };

/** The generator's first sentence, and what holds without the option. */
function textOf({ default: value, description, type }: GeneratorOption): string {
  const text = description.replace(/\.$/, '');
  return value === undefined || type === 'boolean' ? text : `${text} (${String(value)})`;
}

/** The options of a generator, from its schema. */
export function generatorOptionSpecs(
  generator: Generator,
  without: readonly string[] = [],
): OptionSpec[] {
  const specs = generatorOptions(generator)
    .filter(({ name }) => !without.includes(name))
    .map((option): OptionSpec => {
      const { enum: values, name, type } = option;
      return {
        name: dashed(name),
        text: textOf(option),
        ...(type !== 'boolean' && { value: type === 'number' ? 'number' : 'text' }),
        ...(values !== undefined && { choices: values.map(String) }),
      };
    });
  return [...specs, dryRun];
}

/**
 * The same as the generator wants them.
 *
 * @param change - changes values, by the names of their options. @default none
 */
export function generatorFlags(
  generator: Generator,
  input: Input,
  change: Readonly<Record<string, (value: string) => string>> = {},
): string[] {
  const flags = generatorOptions(generator).flatMap(({ name }) => {
    const value = input.text(dashed(name));
    if (value !== undefined) return [`--${name}`, change[name]?.(value) ?? value];
    return input.has(dashed(name)) ? [`--${name}`] : [];
  });
  return input.has(dryRun.name) ? [...flags, '--dry-run'] : flags;
}

/**
 * Returns how a path is read from a folder, for the generator runs in the root of the repository; `-` is standard
 * input, which Nx takes for an argument.
 */
export const fileIn = (folder: string) => (path: string) =>
  path === '-' ? '/dev/stdin' : resolve(folder, path);
