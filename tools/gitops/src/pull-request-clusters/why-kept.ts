// SPDX-License-Identifier: Apache-2.0
import { valueAt } from '@strata/contracts/mapping';
import { diskFiles } from '@strata/contracts/file-source';
import { parseStackYaml } from '@strata/contracts/stack-yaml';
import { resolveProfiles } from '@strata/user-cluster/profiles';
import { GitopsError } from '../gitops-error.ts';
import { commitThatAdded, git } from './file-history.ts';
import { ownPullRequest } from './pull-request-clusters.ts';
import type { PullRequestCluster } from './pull-request-clusters.ts';

/** @throws GitopsError in a clone that does not have the commits that have added the files. */
export function refuseShallow(root: string): void {
  if (git(root, 'rev-parse', '--is-shallow-repository') === 'false') return;
  throw new GitopsError(
    'this clone has only a part of the history, so it does not say for what a cluster was made: git fetch --unshallow (fetch-depth: 0, GIT_DEPTH: 0)',
  );
}

/** Whether the commit that has added the file of a cluster says the same pull request of it. */
function wasMadeForIt(root: string, { number, repository, stack }: PullRequestCluster): boolean {
  const { file } = stack;
  const added = commitThatAdded(root, file);
  if (added === '') return false;
  const own = ownPullRequest(git(root, 'show', `${added}:${file}`));
  return own?.repository === repository && own.number === number;
}

/** Returns the configuration of a cluster, without the prefix of its keys, and with its profiles. */
function configOf(root: string, { file }: PullRequestCluster['stack']): unknown {
  const source = diskFiles(root);
  const { config = {} } = parseStackYaml(source.read(file) ?? '') as {
    readonly config?: Readonly<Record<string, unknown>>;
  };
  const own = Object.entries(config).map(
    ([key, value]) => [key.replace('user-cluster:', ''), value] as const,
  );
  return resolveProfiles({ file, config: Object.fromEntries(own) }, source).config;
}

/**
 * Returns why nobody but a person may delete a cluster whose file names a pull request; undefined when
 * it was made for that pull request and nobody has decided since that its data are to stay.
 *
 * @param name - by which the settings call the cluster of this pull request.
 * @see docs/decisions/0047-clusters-of-pull-requests-are-destroyed.md
 */
export function whyKept(
  root: string,
  cluster: PullRequestCluster,
  name: string,
): string | undefined {
  if (cluster.stack.cluster !== name) return `the cluster of its pull request is called "${name}"`;
  if (!wasMadeForIt(root, cluster)) {
    return 'the commit that has added its file did not say that it is of this pull request';
  }
  const config = configOf(root, cluster.stack);
  if (valueAt(config, ['deletion', 'protect']) !== false) return 'deletion.protect is not false';
  if (valueAt(config, ['deletion', 'volumes']) !== 'delete')
    return 'deletion.volumes is not delete';
  if (valueAt(config, ['backup']) !== undefined) return 'it has backups, which only its keys open';
  return undefined;
}
