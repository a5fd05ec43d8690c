// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { GitopsError } from '../gitops-error.ts';

/** @throws GitopsError when Git does not answer. */
export function git(root: string, ...args: readonly string[]): string {
  const { status, stderr, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  throw new GitopsError(`Git does not say for what a cluster was made: ${stderr.trim()}`);
}

/** Returns the commit that has added a file last, under the name that it has; empty without one. */
export function commitThatAdded(root: string, file: string): string {
  return git(root, 'log', '-1', '--diff-filter=A', '--no-renames', '--format=%H', '--', file);
}
