// SPDX-License-Identifier: Apache-2.0
import { portOf } from '../checks/check-server.ts';
import type { ClusterContext } from '../cluster-context.ts';
import type { BackupConfig } from '../config/index.ts';

/** Folder at which a volume with backups is mounted. */
export const volumeFolder = '/backups';

/**
 * Returns the repository of a cluster's backups as restic names it. No two clusters share one, so each can
 * have a password of its own.
 *
 * @see https://restic.readthedocs.io/en/v0.18.1/030_preparing_a_new_repo.html#s3-compatible-storage
 */
export function repositoryOf(
  { target }: Pick<BackupConfig, 'target'>,
  { environment, cluster }: Pick<ClusterContext, 'environment' | 'cluster'>,
): string {
  const own = `${environment}.${cluster}`;
  if (target.s3 === undefined) return `${volumeFolder}/${own}`;
  const { bucket, endpoint, prefix } = target.s3;
  return ['s3:' + endpoint, bucket, ...(prefix === undefined ? [] : [prefix]), own].join('/');
}

/** Returns the port at which a cluster's backups are stored; undefined for those in a volume. */
export function targetPort({ target }: Pick<BackupConfig, 'target'>): number | undefined {
  return target.s3 && portOf(target.s3.endpoint);
}
