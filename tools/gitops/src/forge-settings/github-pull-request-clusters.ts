// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import { pullRequestClusterFolder } from '../pull-request-clusters/pull-request-cluster-config.ts';
import { secrets } from './github-settings.ts';
import type { Ask } from './github-settings.ts';
import {
  enablingVariable,
  pullRequestClusters,
  secretsOn,
} from './pull-request-cluster-settings.ts';

/** @see https://docs.github.com/en/rest/actions/variables#get-a-repository-variable */
const variable = z.looseObject({ value: z.string() });

/** @see https://docs.github.com/en/rest/actions/variables#list-repository-organization-variables */
const variables = z.looseObject({
  variables: z.array(z.looseObject({ name: z.string(), value: z.string() })),
});

/**
 * Returns whether the workflow runs its job. GitHub compares strings without regard to case.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#operators
 */
async function isEnabled(ask: Ask): Promise<boolean> {
  const own = await ask(`/actions/variables/${enablingVariable}`, variable);
  const above = own ? undefined : await ask('/actions/organization-variables', variables);
  const found = own ?? above?.variables.find(({ name }) => name === enablingVariable);
  return found?.value.toLowerCase() === 'true';
}

async function checkSecrets(ask: Ask, hasOthers: boolean): Promise<Finding[]> {
  const found = await ask(`/environments/${pullRequestClusters}/secrets`, secrets);
  // An environment that does not exist is reported as such.
  if (found === undefined) return [];
  return secretsOn('GitHub')
    .filter(({ isForOthers }) => hasOthers || !isForOthers)
    .filter(({ name }) => found.secrets.every((one) => one.name !== name))
    .map(({ name, purpose }) => ({
      subject: `environment ${pullRequestClusters}`,
      problem: `it has no secret ${name}, which its job needs to ${purpose}`,
      fix: `Settings, Environments, ${pullRequestClusters}: add it; docs/pull-request-clusters.md says what it may do.`,
    }));
}

/**
 * Returns which settings the job for clusters of pull requests lacks: secrets of its environment, and the
 * variable that enables it. GitHub shows the names of secrets, and no values.
 *
 * @param own - this repository.
 * @param repositories - those whose pull requests may have clusters; none: there are no such clusters.
 */
export async function checkGitHubClusters(
  ask: Ask,
  own: string,
  repositories: readonly string[],
): Promise<Finding[]> {
  const subject = `variable ${enablingVariable}`;
  const enabled = await isEnabled(ask);
  if (repositories.length === 0) {
    if (!enabled) return [];
    const problem = `it is true, but ${pullRequestClusterFolder} has no file, so the job does nothing`;
    const fix = `Write ${pullRequestClusterFolder}/<environment>.yaml, as docs/pull-request-clusters.md says, or delete the variable.`;
    return [{ subject, problem, fix }];
  }
  const hasOthers = repositories.some((one) => one.toLowerCase() !== own.toLowerCase());
  const findings = await checkSecrets(ask, hasOthers);
  if (enabled) return findings;
  const problem = 'it is not true, so no cluster for a pull request is made or destroyed';
  const fix =
    'Settings, Secrets and variables, Actions, Variables: set it to true for the repository.';
  return [...findings, { subject, problem, fix }];
}
