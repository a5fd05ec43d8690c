// SPDX-License-Identifier: Apache-2.0
import type { Captured } from '@strata/sandbox';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sharedInstance } from '../environment.ts';

/**
 * Runs `npx strata` of a checkout for the sandbox that all files share.
 *
 * @param folder - a sandbox is found by its name in a folder: this one, which gets a link.
 */
export async function strata(
  checkout: string,
  folder: string,
  ...args: readonly string[]
): Promise<Captured> {
  const { dir, name } = sharedInstance();
  if (!existsSync(join(folder, name))) symlinkSync(dir, join(folder, name));
  // The tests' own options of Node are not those of a person.
  const env = { ...process.env, NODE_OPTIONS: '', STRATA_SANDBOX_DIR: folder };
  const command = ['tools/cli/src/main.ts', ...args, '--name', name];
  const child = spawn(process.execPath, command, {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { code: code ?? 128, stdout, stderr };
}
