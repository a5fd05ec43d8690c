// SPDX-License-Identifier: Apache-2.0
import { readPullRequest } from '@strata/gitops/rendered';
import type { PullRequest } from '@strata/gitops/rendered';
import { execFileSync } from 'node:child_process';
import type { Change } from './change.ts';
import type { StacksCopy } from './stacks-copy.ts';

/** Settings of the person who runs the tour, such as a signing key, are not used. */
const settings = ['-c', 'user.name=Strata', '-c', 'user.email=tour@example.org'];
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

/**
 * Commits a copy of the files before and after a change, and returns what a pull request with these two
 * commits says; undefined where Git is missing.
 *
 * @param copy - without the change; with it afterwards.
 */
export function commitChange(copy: StacksCopy, { after, file }: Change): PullRequest | undefined {
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...settings, ...args], { cwd: copy.root, env, stdio: 'ignore' });
  try {
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'before');
    copy.write(file, after);
    git('commit', '--quiet', '--all', '--message', 'after');
  } catch {
    return undefined;
  }
  return readPullRequest(copy.root, { base: 'HEAD~1', head: 'HEAD' });
}
