// SPDX-License-Identifier: Apache-2.0
import type { DeploymentRings } from '../deploy/rings.ts';

/** Environment of the forge. Jobs that name it get its variables once its rules let them run. */
export interface WantedEnvironment {
  readonly name: string;
  /** Whether it runs the code of branches, and so needs a reviewer of that code. */
  readonly runsBranches: boolean;
  /** Access of its role to states. */
  readonly role: 'reads states' | 'writes states';
}

/** Name of the environment of the job for clusters of pull requests. */
const ofPullRequestClusters = 'pull-request-clusters';

/**
 * Returns the environments of the forge that the pipelines name, for these rings.
 *
 * @param hasPullRequestClusters - whether an environment of Strata has clusters for pull requests.
 */
export function wantedEnvironments(
  { rings }: Pick<DeploymentRings, 'rings'>,
  hasPullRequestClusters = false,
): WantedEnvironment[] {
  const ofMain = (name: string, role: WantedEnvironment['role']) =>
    ({ name, runsBranches: false, role }) as const;
  return [
    { name: 'preview', runsBranches: true, role: 'reads states' },
    ofMain('drift', 'reads states'),
    ofMain('repair', 'writes states'),
    ...(hasPullRequestClusters ? [ofMain(ofPullRequestClusters, 'writes states')] : []),
    ...rings.map(({ name }) => ofMain(name, 'writes states')),
  ];
}

/**
 * Variables that only environments may have, because whoever reads them can read states or decrypt
 * them.
 */
export const environmentVariables = {
  backends: 'STRATA_BACKENDS',
  passphrases: 'STRATA_PASSPHRASES',
  role: 'STRATA_STATE_ROLE',
} as const;

/**
 * Matches names of secrets that give access to states, wherever they are set, or that may push to the
 * default branch, whose code gets at them.
 */
export const opensStates =
  /PASSPHRASE|^STRATA_PUSH_TOKEN$|^AWS_|^AZURE_|^GOOGLE_|^VAULT_|^PGPASSWORD$|^PULUMI_ACCESS_TOKEN$/;

/**
 * Returns one line for each required setting of a forge, which `settings` prints without a token.
 */
export function wantedSettings(
  forge: 'GitHub' | 'GitLab',
  environments: readonly WantedEnvironment[],
): string[] {
  const lines = environments.flatMap(({ name, role, runsBranches }) => {
    const { backends, passphrases, role: roleVariable } = environmentVariables;
    const variables = `${backends}, and ${passphrases} or ${roleVariable} (a role that ${role})`;
    if (forge === 'GitHub') {
      return [
        runsBranches
          ? `environment ${name}: required reviewers, who do not review their own pull requests`
          : `environment ${name}: deployment branches: only the default branch`,
        `environment ${name}: ${variables}`,
      ];
    }
    return [
      `protected environment ${name}: ${runsBranches ? 'only those who read branches may deploy' : 'only maintainers may deploy'}`,
      `variables with the scope ${name}: ${variables}${runsBranches ? '' : '; protected'}`,
    ];
  });
  const others =
    forge === 'GitHub'
      ? [
          'default branch: named in on.push.branches of .github/workflows/deploy.yml',
          'default branch: pull requests with at least 1 approval, of the last push by somebody else, for everybody',
          'workflow permissions: read, and no approvals by workflows',
          'repository secrets: none that opens states',
        ]
      : [
          'default branch: protected, nobody pushes, no force push; only those merge who may deploy',
          'default branch: at least 1 approval of all of a change, by nobody who wrote a part of it',
          'pipelines of forks do not run in this project',
          'pipeline variables: only maintainers may give any to a pipeline',
          'ID tokens: the "sub" claim has environment_protected, and trust policies ask for it',
          'caches of protected and other branches are separate',
          'outdated deployment jobs are prevented, also when somebody retries them',
          'schedules deploy, drift and comment: active, on the default branch, of an owner who is still there',
          'GITLAB_TOKEN: protected and masked',
        ];
  return [...lines, ...others];
}
