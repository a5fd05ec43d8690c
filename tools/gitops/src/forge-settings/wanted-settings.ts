// SPDX-License-Identifier: Apache-2.0
import type { DeploymentRings } from '../deploy/rings.ts';
import { wantedWorkflows } from './github-workflows.ts';
import { wantedSchedules } from './gitlab-schedules.ts';
import {
  enablingVariable,
  pullRequestClusters,
  pushAccount,
  pushToken,
  secretsOn,
} from './pull-request-cluster-settings.ts';

/** Environment of the forge. Jobs that name it get its variables once its rules let them run. */
export interface WantedEnvironment {
  readonly name: string;
  /** Whether it runs the code of branches, and so needs a reviewer of that code. */
  readonly runsBranches: boolean;
  /** Access of its role to states. */
  readonly role: 'reads states' | 'writes states';
}

/** Needs of the pipelines of a repository. */
export interface PipelineNeeds {
  readonly environments: readonly WantedEnvironment[];
  /** Repositories whose pull requests may have clusters; none: there are no such clusters. */
  readonly clusterRepositories: readonly string[];
}

/**
 * Returns the needs of the pipelines, for these rings.
 *
 * @param clusterRepositories - repositories whose pull requests may have clusters.
 */
export function pipelineNeeds(
  { rings }: Pick<DeploymentRings, 'rings'>,
  clusterRepositories: readonly string[],
): PipelineNeeds {
  const ofMain = (name: string, role: WantedEnvironment['role']) =>
    ({ name, runsBranches: false, role }) as const;
  const environments: WantedEnvironment[] = [
    { name: 'preview', runsBranches: true, role: 'reads states' },
    ofMain('drift', 'reads states'),
    ofMain('repair', 'writes states'),
  ];
  if (clusterRepositories.length > 0) {
    environments.push(ofMain(pullRequestClusters, 'writes states'));
  }
  environments.push(...rings.map(({ name }) => ofMain(name, 'writes states')));
  return { environments, clusterRepositories };
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

const keysOfStates = /PASSPHRASE|^AWS_|^AZURE_|^GOOGLE_|^VAULT_|^PGPASSWORD$|^PULUMI_ACCESS_TOKEN$/;

/**
 * Returns whether a secret of that name gives access to states, wherever it is set, or may push to the
 * default branch, whose code gets at them.
 */
export const opensStates = (name: string) => name === pushToken || keysOfStates.test(name);

/** Returns the lines of clusters for pull requests. */
function clusterLines(forge: 'GitHub' | 'GitLab'): string[] {
  if (forge === 'GitLab') {
    return secretsOn(forge).map(
      ({ name, purpose }) =>
        `variables with the scope ${pullRequestClusters}: ${name}, to ${purpose}; protected and masked`,
    );
  }
  const lines = secretsOn(forge).map(
    ({ name, purpose }) => `environment ${pullRequestClusters}: ${name} (secret), to ${purpose}`,
  );
  return [...lines, `repository variable ${enablingVariable}: true`];
}

/**
 * Returns one line for each required setting of a forge, which `settings` prints without a token.
 */
export function wantedSettings(
  forge: 'GitHub' | 'GitLab',
  { clusterRepositories, environments }: PipelineNeeds,
): string[] {
  const hasClusters = clusterRepositories.length > 0;
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
  const schedules = wantedSchedules(hasClusters)
    .map(({ name }) => name)
    .join(', ');
  const workflows = wantedWorkflows(hasClusters)
    .map(({ file }) => file)
    .join(', ');
  const others =
    forge === 'GitHub'
      ? [
          `workflows ${workflows}: enabled`,
          'default branch: named in on.push.branches of .github/workflows/deploy.yml',
          `default branch: pull requests with at least 1 approval, of the last push by somebody else, for everybody${hasClusters ? ` but ${pushAccount}` : ''}`,
          'workflow permissions: read, and no approvals by workflows',
          'repository secrets: none that opens states',
        ]
      : [
          `default branch: protected, nobody ${hasClusters ? `but ${pushAccount} ` : ''}pushes, no force push; only those merge who may deploy`,
          'default branch: at least 1 approval of all of a change, by nobody who wrote a part of it',
          'pipelines of forks do not run in this project',
          'pipeline variables: only maintainers may give any to a pipeline',
          'ID tokens: the "sub" claim has environment_protected, and trust policies ask for it',
          'caches of protected and other branches are separate',
          'outdated deployment jobs are prevented, also when somebody retries them',
          `schedules ${schedules}: active, on the default branch, of an owner who is still there`,
          'GITLAB_TOKEN: protected and masked',
        ];
  return [...lines, ...others, ...(hasClusters ? clusterLines(forge) : [])];
}
