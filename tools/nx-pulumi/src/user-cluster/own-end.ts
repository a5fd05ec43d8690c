// SPDX-License-Identifier: Apache-2.0
import type { UserClusterOptions } from './user-cluster-options.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** `acme/shop#12`; the program checks the name of the repository. */
const pullRequestPattern = /^(.+)#([1-9]\d*)$/;

/**
 * Returns what the file of a new cluster says of its own end, whatever profiles say. Nobody is asked
 * before the cluster of a pull request is deleted, so it is made without protection, keeps no volumes,
 * and its destroy does not wait for an API that is dead.
 *
 * @throws Error when the pull request is none, or its cluster has no end.
 */
export function ownEnd({ expires, pullRequest }: UserClusterOptions): Mapping {
  const end = expires === undefined ? {} : { expires };
  if (pullRequest === undefined) return end;
  const [, repository, number] = pullRequestPattern.exec(pullRequest) ?? [];
  if (repository === undefined || number === undefined) {
    throw new Error(`--pull-request is "${pullRequest}", and must be like acme/shop#12.`);
  }
  if (expires === undefined) {
    throw new Error('--pull-request needs --expires: a day such as 2027-01-31.');
  }
  return {
    deletion: { protect: false, volumes: 'delete', unreachable: 'skip' },
    ...end,
    pullRequest: { repository, number: Number(number) },
  };
}

/** @throws Error when the cluster of a pull request would have backups, which it would leave behind. */
export function refuseBackup({ pullRequest }: UserClusterOptions, config: Mapping): void {
  if (pullRequest === undefined || config.backup === undefined) return;
  throw new Error(
    'The cluster of a pull request is deleted with its keys, without which nobody opens its backups: extend profiles without backup.',
  );
}
