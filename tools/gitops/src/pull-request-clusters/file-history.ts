// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { GitopsError } from '../gitops-error.ts';

const run = (root: string, args: readonly string[]) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** @throws GitopsError when Git does not answer. */
export function git(root: string, ...args: readonly string[]): string {
  const { status, stderr, stdout } = run(root, args);
  if (status === 0) return stdout.trim();
  throw new GitopsError(`Git does not say for what a cluster was made: ${stderr.trim()}`);
}

/** Returns the commit that has added a file last, under the name that it has; empty without one. */
export function commitThatAdded(root: string, file: string): string {
  return git(root, 'log', '-1', '--diff-filter=A', '--no-renames', '--format=%H', '--', file);
}

/** Whether a commit has another one in its history; not if Git does not know one of them. */
export function contains(root: string, commit: string, earlier: string): boolean {
  return run(root, ['merge-base', '--is-ancestor', earlier, commit]).status === 0;
}
