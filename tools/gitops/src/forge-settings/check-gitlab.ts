// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import type { ForgeAccess } from '../forge/forge.ts';
import { gitLabReader } from '../forge/gitlab-reader.ts';
import { checkGitLabApprovals } from './gitlab-approvals.ts';
import { checkGitLabSchedules } from './gitlab-schedules.ts';
import { environmentVariables, opensStates } from './wanted-settings.ts';
import type { WantedEnvironment } from './wanted-settings.ts';

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

const accessLevels = z.array(z.looseObject({ access_level: z.int().nullish() }));
type AccessLevels = z.output<typeof accessLevels>;

/** @see https://docs.gitlab.com/api/protected_branches/#get-a-single-protected-branch-or-wildcard-protected-branch */
const protectedBranch = z.looseObject({
  push_access_levels: accessLevels,
  merge_access_levels: accessLevels,
  allow_force_push: z.boolean().optional(),
});

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
 * Access level of nobody.
 *
 * @see https://docs.gitlab.com/api/protected_branches/#valid-access-levels
 */
const nobody = 0;
/**
 * Access level of a developer.
 *
 * @see https://docs.gitlab.com/api/protected_environments/#valid-access-levels
 */
const developer = 30;

/** Roles that may set variables of a pipeline; its schedules need one. */
const trusted: readonly string[] = ['maintainer', 'owner', 'no_one_allowed'];

const everywhere = '*';

function checkVariables(all: readonly Variable[], wanted: readonly WantedEnvironment[]): Finding[] {
  const findings: Finding[] = [];
  const place = 'Settings, CI/CD, Variables';
  const names = Object.values(environmentVariables) as readonly string[];
  for (const one of all.filter(({ key }) => names.includes(key) || opensStates.test(key))) {
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
    if (!one.masked && opensStates.test(one.key)) {
      const fix = `${place}: mask it; entries are separated by commas then.`;
      findings.push({ subject, problem: 'logs can show it', fix });
    }
  }
  for (const { name } of wanted) {
    const has = (key: string) =>
      all.some((one) => one.key === key && [name, everywhere].includes(one.environment_scope));
    const { backends, passphrases, role } = environmentVariables;
    const subject = `environment ${name}`;
    if (!has(backends)) {
      const fix = `${place}: add it with the scope ${name}; docs/state.md says what it holds.`;
      findings.push({ subject, problem: `it has no variable ${backends}`, fix });
    }
    if (!has(passphrases) && !has(role)) {
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

/** Returns the lowest role of a list; undefined where it names nobody, or only users and groups. */
function lowestRole(levels: AccessLevels): number | undefined {
  const roles = levels.flatMap(({ access_level: level }) => level ?? []);
  return roles.filter((role) => role !== nobody).sort((a, b) => a - b)[0];
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

/**
 * A pipeline belongs to whoever has merged: GitLab fails its jobs in environments to which he may not
 * deploy, whatever their `action` is.
 *
 * @see https://docs.gitlab.com/ci/environments/protected_environments/
 * @see https://gitlab.com/gitlab-org/gitlab/-/blob/master/ee/app/services/ee/ci/process_build_service.rb
 */
function checkMerging(
  main: string,
  merging: AccessLevels,
  environments: z.output<typeof protectedEnvironments>,
): Finding[] {
  const lowest = lowestRole(merging);
  const closed = environments.filter(({ deploy_access_levels: levels }) => {
    const role = lowestRole(levels);
    return lowest !== undefined && role !== undefined && lowest < role;
  });
  if (closed.length === 0) return [];
  const names = closed.map(({ name }) => name).join(', ');
  return [
    {
      subject: `branch ${main}`,
      problem: `some may merge who may not deploy to ${names}: the pipeline of what they merge fails there`,
      fix: `Settings, Repository, Protected branches: ${main}, allowed to merge: maintainers. Who else is to be asked, approval rules of the environments say.`,
    },
  ];
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
  wanted: readonly WantedEnvironment[],
): Promise<Finding[]> {
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
  const branch = await reader.one(`protected_branches/${encodeURIComponent(main)}`);
  const rules = branch === undefined ? undefined : protectedBranch.parse(branch);
  const pushed = rules?.push_access_levels.some(({ access_level: level }) => level !== nobody);
  if (rules === undefined || pushed === true || rules.allow_force_push === true) {
    findings.push({
      subject: `branch ${main}`,
      problem:
        rules === undefined
          ? 'it is not protected'
          : 'somebody may push to it without a merge request',
      fix: `Settings, Repository, Protected branches: ${main}, allowed to push and merge: no one, no force push.`,
    });
  }
  if (rules !== undefined) {
    const ofMain = wanted.filter(({ runsBranches }) => !runsBranches).map(({ name }) => name);
    const deployed = known.filter(({ name }) => ofMain.includes(name));
    findings.push(...checkMerging(main, rules.merge_access_levels, deployed));
  }
  findings.push(...(await checkGitLabApprovals(reader, main)));
  findings.push(...(await checkGitLabSchedules(reader, main)));
  const all = variables.parse((await reader.all('variables')) ?? []);
  return [...findings, ...checkProject(found), ...checkVariables(all, wanted)];
}
