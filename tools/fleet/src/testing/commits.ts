// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Runs Git in a folder, without the settings of whoever runs the tests. */
export function gitIn(root: string, ...args: readonly string[]): string {
  const none = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const options = { cwd: root, env: { ...process.env, ...none }, encoding: 'utf8' } as const;
  return execFileSync('git', args, options).trim();
}

/** Commits all files of a folder, and returns the commit. */
export function commitAll(root: string): string {
  if (!existsSync(join(root, '.git'))) gitIn(root, 'init', '--quiet', '--initial-branch=main');
  gitIn(root, 'add', '--all');
  const somebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org'];
  gitIn(root, ...somebody, 'commit', '--quiet', '--message', 'change');
  return gitIn(root, 'rev-parse', 'HEAD');
}
