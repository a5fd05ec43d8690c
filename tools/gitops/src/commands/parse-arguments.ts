// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { GitopsError } from '../gitops-error.ts';

/** Parses options.  @throws GitopsError naming the option that is wrong. */
export function parseOptions<T extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: T,
  positionals: { readonly least: number; readonly most: number } = { least: 0, most: 0 },
) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: positionals.most > 0 });
    const { least, most } = positionals;
    const { length } = parsed.positionals;
    if (length < least || length > most)
      throw new Error('the command needs one argument more, or less; see help');
    return parsed;
  } catch (error) {
    throw new GitopsError(error instanceof Error ? error.message : String(error));
  }
}

/** Parses a positive whole number.  @throws GitopsError when it is not a whole number from 1. */
export function positiveNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new GitopsError(`--${name} must be a whole number of 1 or more, not "${text}"`);
}
