// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import type { ForgeAccess } from '../forge/forge.ts';
import { gitHubConnection, refusalOf } from '../forge/github-connection.ts';
import { checkDeployedBranch } from './deployed-branch.ts';
import { environmentVariables, opensStates } from './wanted-settings.ts';
import type { WantedEnvironment } from './wanted-settings.ts';

const notFound = 404;

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

/** @see https://docs.github.com/en/rest/actions/secrets#list-environment-secrets */
const secrets = z.looseObject({ secrets: z.array(z.looseObject({ name: z.string() })) });

/** @see https://docs.github.com/en/rest/actions/variables#list-environment-variables */
const variables = z.looseObject({ variables: z.array(z.looseObject({ name: z.string() })) });

/** @see https://docs.github.com/en/rest/repos/repos#get-a-repository */
const repository = z.looseObject({ default_branch: z.string() });

/** @see https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch */
const rules = z.array(
  z.looseObject({
    type: z.string(),
    ruleset_id: z.int().optional(),
    parameters: z
      .looseObject({
        required_approving_review_count: z.int().optional(),
        require_last_push_approval: z.boolean().optional(),
      })
      .optional(),
  }),
);

/**
 * Those who may bypass it are shown only to those who may change it.
 *
 * @see https://docs.github.com/en/rest/repos/rules#get-a-repository-ruleset
 */
const ruleset = z.looseObject({
  name: z.string(),
  bypass_actors: z.array(z.unknown()).optional(),
});

const accounts = z.array(z.unknown()).default([]);

/** @see https://docs.github.com/en/rest/branches/branch-protection#get-branch-protection */
const protection = z.looseObject({
  required_pull_request_reviews: z
    .looseObject({
      required_approving_review_count: z.int().optional(),
      require_last_push_approval: z.boolean().optional(),
      bypass_pull_request_allowances: z
        .looseObject({ users: accounts, teams: accounts, apps: accounts })
        .optional(),
    })
    .optional(),
  enforce_admins: z.looseObject({ enabled: z.boolean() }).optional(),
});

/** @see https://docs.github.com/en/rest/actions/permissions#get-default-workflow-permissions-for-a-repository */
const workflowPermissions = z.looseObject({
  default_workflow_permissions: z.string(),
  can_approve_pull_request_reviews: z.boolean(),
});

type Ask = <T>(path: string, shape: z.ZodType<T>) => Promise<T | undefined>;

/**
 * Returns a function that reads paths below `/repos/{owner}/{repo}`; it returns undefined for what
 * does not exist.
 */
function asker(access: ForgeAccess): Ask {
  const { attempt, client, here } = gitHubConnection(access);
  return (path, shape) =>
    attempt('read settings', async () => {
      try {
        const route = `GET /repos/{owner}/{repo}${path}`;
        return shape.parse((await client.request(route, { ...here, per_page: 100 })).data);
      } catch (error) {
        if (refusalOf(error).status === notFound && path !== '') return undefined;
        throw error;
      }
    });
}

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

/**
 * Without the setting, an approval of one commit is one of all that is pushed after it. With it, one from
 * before the last push does not count, so nobody has to dismiss it (`dismiss_stale_reviews`): that would
 * add something only where more than the one approval is required that is asked for here.
 *
 * @see https://github.com/orgs/community/discussions/77578
 */
const lastPush = {
  problem: 'whoever has pushed after the approval may merge what nobody else has seen',
  fix: 'tick "Require approval of the most recent reviewable push".',
} as const;

async function checkRules(
  ask: Ask,
  subject: string,
  reviews: z.output<typeof rules>,
): Promise<Finding[]> {
  const place = 'Settings, Rules, Rulesets';
  const findings: Finding[] = [];
  if (!reviews.some(({ parameters }) => parameters?.require_last_push_approval === true)) {
    findings.push({ subject, problem: lastPush.problem, fix: `${place}: ${lastPush.fix}` });
  }
  const bypassed: string[] = [];
  for (const id of new Set(reviews.flatMap((one) => one.ruleset_id ?? []))) {
    const { bypass_actors: actors = [], name = '' } = (await ask(`/rulesets/${id}`, ruleset)) ?? {};
    if (actors.length === 0) return findings;
    bypassed.push(name);
  }
  if (bypassed.length === 0) return findings;
  const problem = 'some may change it without an approval';
  const fix = `${place}, ${bypassed.join(', ')}: empty the bypass list.`;
  return [...findings, { subject, problem, fix }];
}

async function checkDefaultBranch(ask: Ask, main: string): Promise<Finding[]> {
  const subject = `branch ${main}`;
  const fix = `Settings, Rules, Rulesets: require a pull request with at least 1 approval for ${main}, without a bypass.`;
  const path = encodeURIComponent(main);
  const reviews = ((await ask(`/rules/branches/${path}`, rules)) ?? []).filter(
    ({ parameters, type }) =>
      type === 'pull_request' && (parameters?.required_approving_review_count ?? 0) > 0,
  );
  if (reviews.length > 0) return checkRules(ask, subject, reviews);
  const found = await ask(`/branches/${path}/protection`, protection);
  const wanted = found?.required_pull_request_reviews;
  if ((wanted?.required_approving_review_count ?? 0) === 0) {
    return [{ subject, problem: 'changes need no approval of anybody', fix }];
  }
  const findings: Finding[] = [];
  const { apps = [], teams = [], users = [] } = wanted?.bypass_pull_request_allowances ?? {};
  if (found?.enforce_admins?.enabled !== true) {
    findings.push({ subject, problem: 'administrators may change it without an approval', fix });
  }
  if (apps.length + teams.length + users.length > 0) {
    findings.push({ subject, problem: 'some may change it without an approval', fix });
  }
  if (wanted?.require_last_push_approval !== true) {
    const { fix: tick, problem } = lastPush;
    findings.push({ subject, problem, fix: `Settings, Branches, ${main}: ${tick}` });
  }
  return findings;
}

async function checkRepository(ask: Ask): Promise<Finding[]> {
  const findings: Finding[] = [];
  const opening = (names: readonly { readonly name: string }[]) =>
    names.map(({ name }) => name).filter((name) => opensStates.test(name));
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
  environments: readonly WantedEnvironment[],
  root: string,
): Promise<Finding[]> {
  const ask = asker(access);
  const { default_branch: main = 'main' } = (await ask('', repository)) ?? {};
  const findings: Finding[] = [];
  for (const one of environments) findings.push(...(await checkEnvironment(ask, one, main)));
  findings.push(...checkDeployedBranch(root, main));
  return [...findings, ...(await checkDefaultBranch(ask, main)), ...(await checkRepository(ask))];
}
