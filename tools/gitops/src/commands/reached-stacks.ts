// SPDX-License-Identifier: Apache-2.0
import { Reach } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { infraFactsFile } from '@strata/plan-check/infra-facts';
import { Repository } from '../deploy/repository.ts';
import { GitopsError } from '../gitops-error.ts';
import { stackOfFile } from '../run/without-file.ts';
import type { Workspace } from '../run/workspace.ts';

/** A stack, and the changed files that can reach it; there is at least one. */
export interface ReachedStack {
  readonly stack: Stack;
  readonly files: readonly string[];
}

/** Stacks that a change is about. */
export interface ReachedStacks {
  /** Those that something in the change can reach, in the order in which they come up. */
  readonly reached: readonly ReachedStack[];
  /** Those whose files the change removes. */
  readonly removed: readonly Stack[];
}

/**
 * The stacks that something changed since a commit can reach, and those whose files are gone.
 *
 * @param offline - whether their infra clusters are what the facts of their environments say: with a
 *   cluster, a change of these facts changes no plan.
 * @throws GitopsError when there is no such commit.
 */
export function reachedSince(
  { root, stacks }: Workspace,
  commit: string,
  { offline }: { readonly offline: boolean },
): ReachedStacks {
  const changed = new Repository(root).changedSince(commit);
  if (changed === undefined) {
    throw new GitopsError(`there is no commit "${commit}" in this clone: fetch the whole history`);
  }
  const reach = new Reach(root, stacks);
  const known = new Set(stacks.map(({ id }) => id));
  const factsOf = ({ environment }: Stack) =>
    changed.filter((file) => offline && file === infraFactsFile(environment));
  return {
    reached: stacks
      .map((stack) => ({ stack, files: [...reach.filesOf(stack, changed), ...factsOf(stack)] }))
      .filter(({ files }) => files.length > 0),
    removed: changed.flatMap((file) => stackOfFile(file) ?? []).filter(({ id }) => !known.has(id)),
  };
}

/** Says that a change removes the file of a stack. */
export function removedWords({ file, id }: Stack): string {
  return `${id}: ${file} is removed, which destroys nothing: what it has goes on running, and nothing looks after it`;
}
