// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Question } from './command-line.ts';
import { ProveError } from './prove-error.ts';
import type { RepositoryAccess } from './restic.ts';
import type { BucketAccess } from './state/bucket-access.ts';
import type { ExpectedCluster } from './state/expected-cluster.ts';

/** Repositories in a volume of the infra cluster are at this path, in its pods only. */
const inVolume = (repository: string) => repository.startsWith('/backups/');

/**
 * Returns the repository of a cluster's backups, with its password.
 *
 * @returns undefined when the cluster has no backups.
 * @throws ProveError with the fix when they are where this machine cannot read them.
 */
export function accessOf(
  { repository }: Pick<Question, 'repository'>,
  { access }: Pick<ExpectedCluster, 'access'>,
): RepositoryAccess | undefined {
  if (access === undefined) return undefined;
  if (repository !== undefined) return { ...access, repository };
  if (!inVolume(access.repository)) return access;
  throw new ProveError(
    `The backups are in a volume of the infra cluster: copy ${access.repository} from a pod that mounts the claim etcd-backup, and give the copy as --repository.`,
  );
}

/**
 * Returns the variables with which restic reaches a bucket: those that the job of the backups has, and
 * the environment's for what the stack does not know.
 *
 * @param folder - gets the certificate of the server's authority.
 */
export function bucketVariables(
  { authorityPem, keys, region }: BucketAccess,
  folder: string,
): NodeJS.ProcessEnv {
  const file = join(folder, 'authority.pem');
  if (authorityPem !== undefined) writeFileSync(file, authorityPem);
  return {
    ...(region !== undefined && { AWS_DEFAULT_REGION: region }),
    ...(keys !== undefined && {
      AWS_ACCESS_KEY_ID: keys.id,
      AWS_SECRET_ACCESS_KEY: keys.secret,
      // That of the environment belongs to other keys.
      AWS_SESSION_TOKEN: undefined,
    }),
    ...(authorityPem !== undefined && { RESTIC_CACERT: file }),
  };
}
