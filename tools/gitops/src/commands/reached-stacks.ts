// SPDX-License-Identifier: Apache-2.0
import { Reach } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { Repository } from '../deploy/repository.ts';
import { GitopsError } from '../gitops-error.ts';
import type { Workspace } from '../run/workspace.ts';

/** A stack, and the changed files that can reach it; there is at least one. */
export interface ReachedStack {
  readonly stack: Stack;
  readonly files: readonly string[];
}

/**
 * The stacks that something changed since a commit can reach, in the order in which they come up.
 *
 * @throws GitopsError when there is no such commit.
 */
export function reachedSince({ root, stacks }: Workspace, commit: string): ReachedStack[] {
  const changed = new Repository(root).changedSince(commit);
  if (changed === undefined) {
    throw new GitopsError(`there is no commit "${commit}" in this clone: fetch the whole history`);
  }
  const reach = new Reach(root, stacks);
  return stacks
    .map((stack) => ({ stack, files: reach.filesOf(stack, changed) }))
    .filter(({ files }) => files.length > 0);
}
