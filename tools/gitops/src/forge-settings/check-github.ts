// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import type { ForgeAccess } from '../forge/forge.ts';
import { checkDeployedBranch } from './deployed-branch.ts';
import { checkGitHubDefaultBranch } from './github-default-branch.ts';
import { checkGitHubClusters } from './github-pull-request-clusters.ts';
import { gitHubSettings, secrets } from './github-settings.ts';
import type { Ask } from './github-settings.ts';
import { checkGitHubWorkflows } from './github-workflows.ts';
import { environmentVariables, opensStates } from './wanted-settings.ts';
import type { PipelineNeeds, WantedEnvironment } from './wanted-settings.ts';

/** @see https://docs.github.com/en/rest/deployments/environments#get-an-environment */
const environment = z.looseObject({
  protection_rules: z
    .array(
      z.looseObject({
        type: z.string(),
        reviewers: z.array(z.unknown()).optional(),
        prevent_self_review: z.boolean().optional(),
      }),
    )
    .default([]),
  deployment_branch_policy: z
    .looseObject({ protected_branches: z.boolean(), custom_branch_policies: z.boolean() })
    .nullable()
    .default(null),
});

/** @see https://docs.github.com/en/rest/deployments/branch-policies#list-deployment-branch-policies */
const branchPolicies = z.looseObject({
  branch_policies: z.array(z.looseObject({ name: z.string(), type: z.string().optional() })),
});

/** @see https://docs.github.com/en/rest/actions/variables#list-environment-variables */
const variables = z.looseObject({ variables: z.array(z.looseObject({ name: z.string() })) });

/** @see https://docs.github.com/en/rest/repos/repos#get-a-repository */
const repository = z.looseObject({ default_branch: z.string() });

/** @see https://docs.github.com/en/rest/actions/permissions#get-default-workflow-permissions-for-a-repository */
const workflowPermissions = z.looseObject({
  default_workflow_permissions: z.string(),
  can_approve_pull_request_reviews: z.boolean(),
});

async function checkEnvironment(
  ask: Ask,
  { name, runsBranches }: WantedEnvironment,
  main: string,
): Promise<Finding[]> {
  const subject = `environment ${name}`;
  const place = `Settings, Environments, ${name}`;
  const at = `/environments/${encodeURIComponent(name)}`;
  const found = await ask(at, environment);
  if (found === undefined) {
    return [{ subject, problem: 'it does not exist', fix: `Make it: ${place}.` }];
  }
  const findings: Finding[] = [];
  const add = (problem: string, fix: string) => findings.push({ subject, problem, fix });
  if (runsBranches) {
    const reviewers = found.protection_rules.find(({ type }) => type === 'required_reviewers');
    if ((reviewers?.reviewers ?? []).length === 0) {
      add(
        'nobody is asked before the code of a branch runs with its secrets',
        `${place}: add required reviewers.`,
      );
    } else if (reviewers?.prevent_self_review !== true) {
      add(
        'whoever wrote a branch may approve that it runs with its secrets',
        `${place}: tick "Prevent self-review".`,
      );
    }
  } else {
    const policy = found.deployment_branch_policy;
    const listed = policy?.custom_branch_policies === true;
    const { branch_policies: names = [] } =
      (listed ? await ask(`${at}/deployment-branch-policies`, branchPolicies) : undefined) ?? {};
    const others = names.filter((one) => one.name !== main || one.type === 'tag');
    if (!listed || names.length === 0 || others.length > 0) {
      const which = listed ? others.map((one) => one.name).join(', ') : '';
      add(
        policy === null
          ? 'every branch may use it, so a pushed workflow gets its secrets'
          : `it is not restricted to ${main} alone${which === '' ? '' : `, but open to ${which}`}`,
        `${place}, Deployment branches and tags: "Selected branches and tags", with the branch ${main} alone.`,
      );
    }
  }
  const { backends, passphrases, role } = environmentVariables;
  const given = (await ask(`${at}/variables`, variables))?.variables.map((one) => one.name) ?? [];
  const hidden = (await ask(`${at}/secrets`, secrets))?.secrets.map((one) => one.name) ?? [];
  if (!given.includes(backends)) {
    add(`it has no variable ${backends}`, `${place}: add it; docs/state.md says what it holds.`);
  }
  if (!hidden.includes(passphrases) && !given.includes(role)) {
    add(
      `it has neither the secret ${passphrases} nor the variable ${role}`,
      `${place}: add the one that its states need.`,
    );
  }
  return findings;
}

async function checkRepository(ask: Ask): Promise<Finding[]> {
  const findings: Finding[] = [];
  const opening = (names: readonly { readonly name: string }[]) =>
    names.map(({ name }) => name).filter((name) => opensStates(name));
  const own = (await ask('/actions/secrets', secrets))?.secrets ?? [];
  const above = (await ask('/actions/organization-secrets', secrets))?.secrets ?? [];
  for (const name of new Set([...opening(own), ...opening(above)])) {
    findings.push({
      subject: `secret ${name}`,
      problem: 'it is of the repository, so the workflow of every branch reads it',
      fix: 'Give it to the environments that need it, and delete it here: Settings, Secrets and variables, Actions.',
    });
  }
  const permissions = await ask('/actions/permissions/workflow', workflowPermissions);
  const place = 'Settings, Actions, General, Workflow permissions';
  if (permissions?.default_workflow_permissions === 'write') {
    const problem = 'workflows that ask for nothing may write';
    findings.push({ subject: 'workflow permissions', problem, fix: `${place}: read.` });
  }
  if (permissions?.can_approve_pull_request_reviews === true) {
    const problem = 'a workflow may approve pull requests';
    findings.push({ subject: 'workflow permissions', problem, fix: `${place}: untick it.` });
  }
  return findings;
}

/**
 * Returns all settings of a GitHub repository that must change so that the pipelines deploy what is
 * merged, and are as safe as documented. It only reads.
 *
 * @param root - of a checkout of it.
 * @throws ForgeError when GitHub does not let this token read the settings.
 */
export async function checkGitHub(
  access: ForgeAccess,
  { clusterRepositories, environments }: PipelineNeeds,
  root: string,
): Promise<Finding[]> {
  const ask = gitHubSettings(access);
  const { default_branch: main = 'main' } = (await ask('', repository)) ?? {};
  const findings: Finding[] = [];
  for (const one of environments) findings.push(...(await checkEnvironment(ask, one, main)));
  findings.push(...(await checkGitHubClusters(ask, access.repository, clusterRepositories)));
  findings.push(...checkDeployedBranch(root, main));
  const hasClusters = clusterRepositories.length > 0;
  findings.push(...(await checkGitHubDefaultBranch(ask, main, hasClusters)));
  findings.push(...(await checkGitHubWorkflows(ask, hasClusters)));
  return [...findings, ...(await checkRepository(ask))];
}
