// SPDX-License-Identifier: Apache-2.0
import type { Captured } from '@strata/sandbox';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sharedInstance } from './environment.ts';

/** Folder in which the commands of a checkout find the shared sandbox by its name. */
function sandboxesFolder(): string {
  const { dir, name } = sharedInstance();
  const folder = join(dir, 'by-name');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, name))) symlinkSync(dir, join(folder, name));
  return folder;
}

/**
 * Runs what `npx strata` runs, in a checkout and outside of the rack, as a person does.
 *
 * @param args - with an option `--name` of the command, which is the shared sandbox's.
 */
export async function strata(checkout: string, ...args: readonly string[]): Promise<Captured> {
  const child = spawn(process.execPath, ['tools/cli/src/main.ts', ...args], {
    cwd: checkout,
    // The tests' own options of Node are not those of a person.
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NX_DAEMON: 'false',
      STRATA_SANDBOX_DIR: sandboxesFolder(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 128, stdout, stderr }));
  });
}
