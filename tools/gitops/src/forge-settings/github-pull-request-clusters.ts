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
  total_count: z.int(),
  variables: z.array(z.looseObject({ name: z.string(), value: z.string() })),
});

/**
 * Returns whether the workflow runs its job. GitHub compares strings without regard to case.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#operators
 */
async function isEnabled(ask: Ask): Promise<boolean> {
  const own = await ask(`/actions/variables/${enablingVariable}`, variable);
  const found = own ?? (await ofOrganization(ask));
  return found?.value.toLowerCase() === 'true';
}

/** Returns the variable of the organization; undefined if it has none, or the repository has no organization. */
async function ofOrganization(ask: Ask): Promise<{ readonly value: string } | undefined> {
  // GitHub gives at most 30 at once, whatever is asked for.
  for (let page = 1, seen = 0; ; page += 1) {
    const answer = await ask(`/actions/organization-variables?page=${page}`, variables);
    if (answer === undefined || answer.variables.length === 0) return undefined;
    const found = answer.variables.find(({ name }) => name === enablingVariable);
    seen += answer.variables.length;
    if (found !== undefined || seen >= answer.total_count) return found;
  }
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
