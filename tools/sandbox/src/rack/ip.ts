// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Milliseconds that one run of `ip` may take. */
const timeout = 10_000;

/**
 * Runs `ip` of iproute2; returns what it prints.
 *
 * @throws Error with the message of `ip`.
 */
export async function ip(...args: readonly string[]): Promise<string> {
  return (await run('ip', args, { timeout })).stdout;
}

/**
 * Runs many commands of `ip` in one process, which stops at the first that fails.
 *
 * @param lines - Arguments of one command each.
 * @param netns - Name of the network namespace to run them in. @default the rack's
 * @throws Error with the message of `ip`.
 */
export async function ipBatch(lines: readonly string[], netns?: string): Promise<void> {
  const inside = netns === undefined ? [] : ['-n', netns];
  const running = run('ip', [...inside, '-batch', '-'], { timeout });
  running.child.stdin?.end(`${lines.join('\n')}\n`);
  await running;
}
