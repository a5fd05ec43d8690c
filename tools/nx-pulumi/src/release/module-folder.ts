// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/**
 * Downloads a version of a Go module, which the checksum database vouches for, and returns its folder.
 *
 * @throws Error with what Go says.
 */
export function moduleFolder(module: string, version: string): string {
  const args = ['mod', 'download', '-json', `${module}@v${version}`];
  const { error, stderr, stdout } = spawnSync('go', args, { cwd: tmpdir(), encoding: 'utf8' });
  if (error !== undefined) throw new Error(`go cannot be run: ${error.message}`);
  const { Dir, Error: problem } = JSON.parse(stdout === '' ? '{}' : stdout) as {
    readonly Dir?: string;
    readonly Error?: string;
  };
  if (Dir === undefined) throw new Error(`${module} ${version}: ${problem ?? stderr}`);
  return Dir;
}
