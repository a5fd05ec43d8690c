// SPDX-License-Identifier: Apache-2.0
import type { ProgramName } from '@strata/contracts/programs';
import { parseArgs } from 'node:util';
import { programs } from './generate/repository-files.ts';

/** Options of `npm run fuzz`. */
export interface FuzzSettings {
  /** Number of configurations of all programs together. */
  readonly runs: number;
  readonly seed: number;
  readonly programs: readonly ProgramName[];
}

/** Problem of the command line; its message is shown without a stack trace. */
export class FuzzError extends Error {}

/** How the command is called. */
export const usage = 'npm run fuzz -- [--runs 10000] [--seed <number>] [--program <name>]...';

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 2_147_483_647) return number;
  throw new FuzzError(`--${name} must be a whole number, not "${text}". Usage: ${usage}`);
}

function programNamed(name: string): ProgramName {
  const found = programs.find((one) => one === name);
  if (found !== undefined) return found;
  throw new FuzzError(`there is no program "${name}"; there are ${programs.join(', ')}`);
}

function parse(args: readonly string[]) {
  const options = {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    program: { type: 'string', multiple: true },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new FuzzError(`${(error as Error).message} Usage: ${usage}`);
  }
}

/**
 * Reads a command line.
 *
 * @param anySeed - seed to use when the command line has none.
 * @throws FuzzError for options that are unknown or out of range.
 */
export function fuzzSettings(args: readonly string[], anySeed: number): FuzzSettings {
  const { program = [], runs, seed } = parse(args);
  return {
    runs: wholeNumber('runs', runs),
    seed: seed === undefined ? anySeed : wholeNumber('seed', seed),
    programs: program.length === 0 ? programs : program.map(programNamed),
  };
}
