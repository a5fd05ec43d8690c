// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** In milliseconds. */
const timeout = 10_000;

/**
 * Runs `ip` of iproute2; gives what it prints.
 *
 * @throws Error with its own words.
 */
export async function ip(...args: readonly string[]): Promise<string> {
  return (await run('ip', args, { timeout })).stdout;
}
