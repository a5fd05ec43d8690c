// SPDX-License-Identifier: Apache-2.0
import {
  ComparedCommits,
  masker,
  maskTexts,
  mayRoll,
  reachedEnvironments,
} from '@strata/gitops/pull-request';
import type { CommitRange } from '@strata/gitops/pull-request';
import { PlanError, readRepository } from '@strata/plan-check';
import type { ComparedFleet, FleetChange } from '../change-model.ts';
import { collectFleet } from '../collect/collect-fleet.ts';
import type { Environment, Fleet } from '../model.ts';
import { inDeploymentOrder } from '../what-if/deployment-order.ts';
import { changedFiles } from './changed-files.ts';
import { compareEnvironments } from './compare-environments.ts';

/** Returns the environments with changed files as they were. */
function collectBefore(root: string, changed: readonly string[]): readonly Environment[] {
  const names = readRepository(root)
    .environments.map(({ name }) => name)
    .filter((name) => changed.includes(name));
  // Without names, all would be collected.
  return names.length === 0 ? [] : collectFleet(root, names).environments;
}

function changeOf(
  commits: ComparedCommits,
  range: CommitRange,
  after: Fleet,
  isWanted: (environment: string) => boolean,
): FleetChange {
  const { code, files } = maskTexts(commits.author, masker(process.env));
  // A file without an environment, such as rings.yaml, is about all.
  const author = {
    code,
    files: files.filter((file) => {
      const reached = reachedEnvironments(file);
      return reached.length === 0 || reached.some(isWanted);
    }),
  };
  const changed = [...new Set(author.files.flatMap(reachedEnvironments))];
  const before = collectBefore(commits.before, changed);
  const find = (all: readonly Environment[], wanted: string) =>
    all.find(({ name }) => name === wanted);
  const inOrder = changedFiles(author, before, after);
  const byProfile = inDeploymentOrder(after).filter(({ name }) => changed.includes(name));
  const names = new Set([
    ...inOrder.flatMap(({ environment }) => environment ?? []),
    ...byProfile.map(({ name }) => name),
  ]);
  return {
    ...range,
    from: commits.from,
    to: commits.head,
    files: inOrder,
    environments: [...names].flatMap(
      (name) => compareEnvironments(find(before, name), find(after.environments, name)) ?? [],
    ),
    before,
    elsewhere: code,
    canRollMore: mayRoll(author).isMore,
  };
}

/**
 * Returns the fleet of a commit, and what differs from the last commit that it has in common with
 * another. Both are read from Git: nothing is checked out, and no code of either runs.
 *
 * @param root - of a clone with both commits.
 * @param names - names of environments. Default: all.
 * @throws PlanError when a commit or an environment is missing.
 */
export function compareFleet(
  root: string,
  range: CommitRange,
  names: readonly string[] = [],
): ComparedFleet {
  const opened = ComparedCommits.open(root, range);
  if ('unknown' in opened) throw new PlanError(opened.unknown);
  using commits = opened;
  const after = collectFleet(commits.after, names);
  const isWanted = (environment: string | undefined) =>
    environment === undefined || names.length === 0 || names.includes(environment);
  return { ...after, change: changeOf(commits, range, after, isWanted) };
}
