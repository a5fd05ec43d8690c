// SPDX-License-Identifier: Apache-2.0

/** Name that the job for clusters of pull requests has as an environment of the forge and as a schedule. */
export const pullRequestClusters = 'pull-request-clusters';

/** Name of the variable of the repository that enables the job on GitHub. */
export const enablingVariable = 'STRATA_PULL_REQUEST_CLUSTERS_ENABLED';

/** Secret with the token that may push to the default branch. */
export const pushToken = 'STRATA_PUSH_TOKEN';

/**
 * Account that pushes the files of clusters, as messages call it. No forge says whose token a secret
 * holds.
 */
export const pushAccount = `the account of ${pushToken}`;

/** Secret of the environment of the job, besides those that open states. */
export interface ClusterSecret {
  readonly name: string;
  readonly forges: readonly ('GitHub' | 'GitLab')[];
  /** Whether only pull requests of other repositories need it. */
  readonly isForOthers: boolean;
  /** Purpose of the secret, after "to". */
  readonly purpose: string;
}

/**
 * Secrets of the environment of the job. It reads pull requests of its own repository on GitHub with the
 * token of the workflow, and those of all projects on GitLab with `GITLAB_TOKEN`.
 */
const clusterSecrets: readonly ClusterSecret[] = [
  {
    name: pushToken,
    forges: ['GitHub', 'GitLab'],
    isForOthers: false,
    purpose: 'push the files of clusters',
  },
  {
    name: 'STRATA_PULL_REQUESTS_TOKEN',
    forges: ['GitHub'],
    isForOthers: true,
    purpose: 'read pull requests of other repositories',
  },
];

/** Returns the secrets that the job needs on a forge. */
export function secretsOn(forge: 'GitHub' | 'GitLab'): ClusterSecret[] {
  return clusterSecrets.filter(({ forges }) => forges.includes(forge));
}
