// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';

/** Settings of `npm run kills`. */
export interface KillSettings {
  readonly kills: number;
  readonly seed: number;
}

/** Error in the command line. Its message is shown without a stack trace. */
export class KillError extends Error {}

const usage = 'npm run kills -- [--kills 20] [--seed <number>]';

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new KillError(
    `--${name} must be a whole number up to ${most}, not "${text}". Usage: ${usage}`,
  );
}

function parse(args: readonly string[]) {
  const options = { kills: { type: 'string', default: '20' }, seed: { type: 'string' } } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new KillError(`${(error as Error).message} Usage: ${usage}`);
  }
}

/**
 * Reads a command line.
 *
 * @param anySeed - the seed if none is given.
 * @throws KillError for options that are unknown or out of range.
 */
export function killSettings(args: readonly string[], anySeed: number): KillSettings {
  const { kills, seed } = parse(args);
  return {
    kills: wholeNumber('kills', kills, 10_000),
    seed: seed === undefined ? anySeed : wholeNumber('seed', seed, 2_147_483_647),
  };
}
