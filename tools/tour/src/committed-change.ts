// SPDX-License-Identifier: Apache-2.0
import { gitEnvironment, readPullRequest } from '@strata/gitops/rendered';
import type { PullRequest } from '@strata/gitops/rendered';
import { execFileSync } from 'node:child_process';
import type { Change } from './change.ts';
import type { StacksCopy } from './stacks-copy.ts';

/** Settings of the person who runs the tour, such as a signing key, are not used. */
const settings = ['-c', 'user.name=Strata', '-c', 'user.email=tour@example.org'];
const noSettings = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

/** Commits all files of a folder; returns whether Git did. */
function commitAll(folder: string): boolean {
  const env = { ...gitEnvironment(), ...noSettings };
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...settings, ...args], { cwd: folder, env, stdio: 'ignore' });
  try {
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'files');
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a change in a copy of the files, and returns what a pull request with it says: the copy is
 * committed before and after. Undefined where Git is missing; the change is made all the same.
 *
 * @param copy - without the change.
 */
export function commitChange(copy: StacksCopy, { after, file }: Change): PullRequest | undefined {
  const isCommitted = commitAll(copy.root);
  copy.write(file, after);
  if (!isCommitted || !commitAll(copy.root)) return undefined;
  return readPullRequest(copy.root, { base: 'HEAD~1', head: 'HEAD' });
}
