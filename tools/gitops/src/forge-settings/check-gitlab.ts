// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import type { ForgeAccess } from '../forge/forge.ts';
import { gitLabReader } from '../forge/gitlab-reader.ts';
import { checkGitLabApprovals } from './gitlab-approvals.ts';
import { checkGitLabDefaultBranch } from './gitlab-default-branch.ts';
import { checkGitLabSchedules } from './gitlab-schedules.ts';
import { pullRequestClusters, secretsOn } from './pull-request-cluster-settings.ts';
import { environmentVariables, opensStates } from './wanted-settings.ts';
import type { PipelineNeeds, WantedEnvironment } from './wanted-settings.ts';

/** @see https://docs.gitlab.com/api/projects/#retrieve-a-project */
const project = z.looseObject({
  default_branch: z.string(),
  ci_allow_fork_pipelines_to_run_in_parent_project: z.boolean().optional(),
  ci_pipeline_variables_minimum_override_role: z.string().optional(),
  ci_id_token_sub_claim_components: z.array(z.string()).optional(),
  ci_separated_caches: z.boolean().optional(),
  ci_forward_deployment_enabled: z.boolean().optional(),
  ci_forward_deployment_rollback_allowed: z.boolean().optional(),
});

/** @see https://docs.gitlab.com/api/protected_environments/#list-protected-environments */
const protectedEnvironments = z.array(
  z.looseObject({
    name: z.string(),
    deploy_access_levels: z.array(z.looseObject({ access_level: z.int().nullish() })),
    required_approval_count: z.int().default(0),
    approval_rules: z.array(z.looseObject({ required_approvals: z.int() })).default([]),
  }),
);

/** @see https://docs.gitlab.com/api/project_level_variables/#list-project-variables */
const variables = z.array(
  z.looseObject({
    key: z.string(),
    protected: z.boolean(),
    masked: z.boolean(),
    environment_scope: z.string(),
  }),
);
type Variable = z.output<typeof variables>[number];

/**
 * Access level of a developer.
 *
 * @see https://docs.gitlab.com/api/protected_environments/#valid-access-levels
 */
const developer = 30;

/** Roles that may set variables of a pipeline; its schedules need one. */
const trusted: readonly string[] = ['maintainer', 'owner', 'no_one_allowed'];

const everywhere = '*';

const place = 'Settings, CI/CD, Variables';

/** Returns whether the jobs of an environment get a variable. */
const has = (all: readonly Variable[], name: string, key: string) =>
  all.some((one) => one.key === key && [name, everywhere].includes(one.environment_scope));

/** Returns which variables the job for clusters of merge requests lacks, besides those that open states. */
function checkClusterVariables(all: readonly Variable[]): Finding[] {
  return secretsOn('GitLab')
    .filter(({ name }) => !has(all, pullRequestClusters, name))
    .map(({ name, purpose }) => ({
      subject: `environment ${pullRequestClusters}`,
      problem: `it has no variable ${name}, which its job needs to ${purpose}`,
      fix: `${place}: add it with the scope ${pullRequestClusters}, protected and masked; docs/pull-request-clusters.md says what it may do.`,
    }));
}

function checkVariables(all: readonly Variable[], wanted: readonly WantedEnvironment[]): Finding[] {
  const findings: Finding[] = [];
  const names = Object.values(environmentVariables) as readonly string[];
  for (const one of all.filter(({ key }) => names.includes(key) || opensStates(key))) {
    const subject = `variable ${one.key} (${one.environment_scope})`;
    const isOfBranches = wanted.some(
      ({ name, runsBranches }) => runsBranches && name === one.environment_scope,
    );
    if (!one.protected && !isOfBranches) {
      const problem =
        one.environment_scope === everywhere
          ? 'every job of every branch reads it'
          : 'a branch can name its environment, and reads it';
      findings.push({ subject, problem, fix: `${place}: protect it.` });
    }
    if (!one.masked && opensStates(one.key)) {
      const fix = `${place}: mask it; entries are separated by commas then.`;
      findings.push({ subject, problem: 'logs can show it', fix });
    }
  }
  for (const { name } of wanted) {
    const { backends, passphrases, role } = environmentVariables;
    const subject = `environment ${name}`;
    if (!has(all, name, backends)) {
      const fix = `${place}: add it with the scope ${name}; docs/state.md says what it holds.`;
      findings.push({ subject, problem: `it has no variable ${backends}`, fix });
    }
    if (!has(all, name, passphrases) && !has(all, name, role)) {
      const fix = `${place}: add the one that its states need, with the scope ${name}.`;
      const problem = `it has neither the variable ${passphrases} nor ${role}`;
      findings.push({ subject, problem, fix });
    }
  }
  const token = all.find(({ key }) => key === 'GITLAB_TOKEN');
  if (token === undefined || !token.protected || !token.masked) {
    findings.push({
      subject: 'variable GITLAB_TOKEN',
      problem:
        token === undefined
          ? 'it is missing: nobody writes notes and issues'
          : 'jobs of every branch, or logs, can show it',
      fix: `${place}: a project access token (scope api, role Reporter), protected and masked.`,
    });
  }
  return findings;
}

/**
 * Reports approvals that hold nothing. The jobs of some environments only read, and make no deployment
 * that could wait for an approval; before GitLab 18 each of them waited for somebody who starts it.
 *
 * @see https://gitlab.com/gitlab-org/gitlab/-/issues/390025
 */
function checkReadingApprovals(
  environments: z.output<typeof protectedEnvironments>,
  wanted: readonly WantedEnvironment[],
): Finding[] {
  const reading = wanted.filter(({ role }) => role === 'reads states').map(({ name }) => name);
  return environments
    .filter(({ name }) => reading.includes(name))
    .filter(
      ({ approval_rules: rules, required_approval_count: count }) =>
        count > 0 || rules.some(({ required_approvals: required }) => required > 0),
    )
    .map(({ name }) => ({
      subject: `environment ${name}`,
      problem:
        'its approvals hold no job, for its jobs deploy nothing; before GitLab 18 scheduled ones wait for ever',
      fix: `Settings, CI/CD, Protected environments: ${name}: remove its approval rules. Who may start its jobs, "Allowed to deploy" says.`,
    }));
}

function checkProject(found: z.output<typeof project>): Finding[] {
  const wanted = [
    {
      isWrong: found.ci_allow_fork_pipelines_to_run_in_parent_project !== false,
      subject: 'pipelines of forks',
      problem: 'one can be run in this project, with its identities and variables',
      fix: 'PUT /projects/:id with ci_allow_fork_pipelines_to_run_in_parent_project=false.',
    },
    {
      isWrong: !trusted.includes(found.ci_pipeline_variables_minimum_override_role ?? ''),
      subject: 'pipeline variables',
      problem: 'a developer who runs a pipeline of the default branch can change its variables',
      fix: 'Settings, CI/CD, Variables, Minimum role to use pipeline variables: Maintainer.',
    },
    {
      isWrong: found.ci_id_token_sub_claim_components?.includes('environment_protected') !== true,
      subject: 'ID tokens',
      problem: 'a job of any branch can log in as a job of a protected environment',
      fix: 'PUT /projects/:id with ci_id_token_sub_claim_components: project_path, ref_type, ref, environment_protected (GitLab 18.7 and later); then ask for it in trust policies.',
    },
    {
      isWrong: found.ci_separated_caches === false,
      subject: 'caches',
      problem: 'jobs of branches write the caches of the default branch',
      fix: 'Settings, CI/CD, General pipelines: tick "Use separate caches for protected branches".',
    },
    {
      isWrong: found.ci_forward_deployment_enabled === false,
      subject: 'older deployments',
      problem: 'a deployment of an older pipeline waits and fails, instead of being dropped',
      fix: 'Settings, CI/CD, General pipelines: tick "Prevent outdated deployment jobs".',
    },
    {
      isWrong: found.ci_forward_deployment_rollback_allowed !== false,
      subject: 'retried deployments',
      problem: 'an older deployment can be started again, and fails where a newer one was',
      fix: 'Settings, CI/CD, General pipelines: untick "Allow job retries for rollback deployments".',
    },
  ];
  return wanted.flatMap(({ isWrong, ...finding }) => (isWrong ? [finding] : []));
}

/**
 * Returns all settings of a GitLab project that must change so that the pipelines are as safe as
 * documented. It only reads.
 *
 * @throws ForgeError when GitLab does not let this token read the settings.
 */
export async function checkGitLab(
  access: ForgeAccess,
  { clusterRepositories, environments: wanted }: PipelineNeeds,
): Promise<Finding[]> {
  const hasClusters = clusterRepositories.length > 0;
  const reader = gitLabReader(access, 'read settings');
  const found = project.parse(await reader.one(''));
  const main = found.default_branch;
  const findings: Finding[] = [];
  const guarded = await reader.all('protected_environments');
  const known = protectedEnvironments.parse(guarded ?? []);
  for (const { name, runsBranches } of wanted) {
    const one = known.find((environment) => environment.name === name);
    const open = one?.deploy_access_levels.some(({ access_level: level }) => level === developer);
    if (one !== undefined && open !== true) continue;
    findings.push({
      subject: `environment ${name}`,
      problem:
        guarded === undefined
          ? 'this GitLab has no protected environments: whoever can push runs its jobs'
          : one === undefined
            ? 'it is not protected: whoever can push runs its jobs'
            : runsBranches
              ? 'every developer may run the code of a branch with its variables'
              : 'every developer may deploy to it, and log in as it does, from any branch',
      fix:
        guarded === undefined
          ? 'They need GitLab Premium. Without them set no variables for it, and leave its jobs alone.'
          : `Settings, CI/CD, Protected environments: ${name}, for ${runsBranches ? 'those who may run its jobs' : 'maintainers'}.`,
    });
  }
  findings.push(...checkReadingApprovals(known, wanted));
  const ofMain = wanted.filter(({ runsBranches }) => !runsBranches).map(({ name }) => name);
  const deployed = known.filter(({ name }) => ofMain.includes(name));
  findings.push(...(await checkGitLabDefaultBranch(reader, main, deployed, hasClusters)));
  findings.push(...(await checkGitLabApprovals(reader, main)));
  findings.push(...(await checkGitLabSchedules(reader, main, hasClusters)));
  const all = variables.parse((await reader.all('variables')) ?? []);
  findings.push(...checkProject(found), ...checkVariables(all, wanted));
  return hasClusters ? [...findings, ...checkClusterVariables(all)] : findings;
}
