// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies this working tree as it is, changes that nobody has committed included, and nothing that
 * Git ignores.
 *
 * @param folder - where to; it may be missing.
 * @param isWanted - which files, by their paths from the root. All by default.
 */
export function copyWorkingTree(
  folder: string,
  isWanted: (file: string) => boolean = () => true,
): void {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const options = { cwd: workspaceRoot, encoding: 'utf8', maxBuffer: 1 << 26 } as const;
  for (const file of execFileSync('git', list, options).split('\0')) {
    const from = join(workspaceRoot, file);
    // Git lists a file that was deleted and is not committed yet.
    if (file === '' || !isWanted(file) || !existsSync(from)) continue;
    const to = join(folder, file);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to);
  }
}
