// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../commands/index.ts';
import { openWorkspace } from '../run/workspace.ts';
import { FakeSettings } from './testing/fake-settings.ts';
import type { FakeAnswers } from './testing/fake-settings.ts';
import { classicProtection, goodGitHub, ruleset, secretNames } from './testing/github-answers.ts';
import * as gitLab from './testing/gitlab-answers.ts';

const token = 'token-of-a-maintainer';
const root = mkdtempSync(join(tmpdir(), 'settings-'));
for (const environment of ['staging', 'production']) {
  mkdirSync(join(root, 'stacks/infra'), { recursive: true });
  writeFileSync(join(root, `stacks/infra/Pulumi.${environment}.yaml`), '');
}
writeFileSync(
  join(root, 'stacks/rings.yaml'),
  'rings: [{name: first, environments: [staging]}, {name: last, environments: [production]}]\n',
);
afterAll(() => rmSync(root, { recursive: true }));

async function settings(env: Record<string, string>) {
  const printed: string[] = [];
  const command = await commands.settings?.();
  const code = await command?.run([], {
    workspace: openWorkspace(root),
    env,
    signal: new AbortController().signal,
    progress: () => undefined,
    print: (line) => printed.push(line),
  });
  return { code, printed };
}

/** Returns what the command prints about a forge with these answers. */
async function said(forge: 'GitHub' | 'GitLab', answers: FakeAnswers, given = token) {
  const server = await FakeSettings.start(answers, token);
  const env: Record<string, string> =
    forge === 'GitHub'
      ? { GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: server.url, GITHUB_TOKEN: given }
      : { CI_PROJECT_ID: 'o/r', CI_SERVER_URL: server.url, GITLAB_TOKEN: given };
  try {
    return await settings(env);
  } finally {
    await server.stop();
  }
}

const good = { code: 0, printed: ['Nothing is missing.'] };
const at = '/repos/o/r';

test('without a token, lists the required settings for the rings of the repository', async () => {
  const { code, printed } = await settings({});
  expect(code).toBe(0);
  expect(printed).toEqual(
    expect.arrayContaining([
      'GitHub:',
      '  environment preview: required reviewers, who do not review their own pull requests',
      '  environment last: deployment branches: only the default branch',
      '  environment drift: STRATA_BACKENDS, and STRATA_PASSPHRASES or STRATA_STATE_ROLE (a role that reads states)',
      'GitLab:',
      '  pipelines of forks do not run in this project',
      '  GITLAB_TOKEN: protected and masked',
    ]),
  );
});

describe('GitHub', () => {
  test('where everything is set, nothing is missing', async () => {
    expect(await said('GitHub', goodGitHub())).toEqual(good);
  });

  test('accepts classic branch protection if it also applies to administrators', async () => {
    const answers = { ...goodGitHub(), [`${at}/rules/branches/main`]: [] };
    const protection = `${at}/branches/main/protection`;
    expect(await said('GitHub', { ...answers, [protection]: classicProtection(1, true) })).toEqual(
      good,
    );
    const open = await said('GitHub', { ...answers, [protection]: classicProtection(1, false) });
    expect(open.printed[0]).toContain(
      'branch main: administrators may change it without an approval',
    );
    const none = await said('GitHub', answers);
    expect(none.printed[0]).toContain('branch main: changes need no approval of anybody');
  });

  test('finds approvals of classic branch protection that do not hold', async () => {
    const review = {
      required_approving_review_count: 1,
      require_last_push_approval: false,
      bypass_pull_request_allowances: { users: [{ login: 'octocat' }], teams: [], apps: [] },
    };
    const protection = { ...classicProtection(1, true), required_pull_request_reviews: review };
    const { printed } = await said('GitHub', {
      ...goodGitHub(),
      [`${at}/rules/branches/main`]: [],
      [`${at}/branches/main/protection`]: protection,
    });
    expect(printed).toEqual([
      'branch main: some may change it without an approval\n  Settings, Rules, Rulesets: require a pull request with at least 1 approval for main, without a bypass.',
      'branch main: whoever has pushed after the approval may merge what nobody else has seen\n  Settings, Branches, main: tick "Require approval of the most recent reviewable push".',
    ]);
  });

  test('a ruleset that some may bypass is right beside one that nobody may', async () => {
    const rule = { type: 'pull_request', parameters: { required_approving_review_count: 1 } };
    const last = { required_approving_review_count: 1, require_last_push_approval: true };
    const answers = {
      ...goodGitHub(),
      [`${at}/rules/branches/main`]: [
        { ...rule, ruleset_id: 7 },
        { ...rule, ruleset_id: 42, parameters: last },
      ],
      [`${at}/rulesets/7`]: { ...ruleset({ actor_type: 'Team' }), name: 'other' },
    };
    expect(await said('GitHub', answers)).toEqual(good);
  });

  test.each<[string, FakeAnswers, string]>([
    [
      'approvals of what is pushed later',
      {
        [`${at}/rules/branches/main`]: [
          {
            type: 'pull_request',
            ruleset_id: 42,
            parameters: { required_approving_review_count: 1, require_last_push_approval: false },
          },
        ],
      },
      'branch main: whoever has pushed after the approval may merge what nobody else has seen\n  Settings, Rules, Rulesets: tick "Require approval of the most recent reviewable push".',
    ],
    [
      'a bypass',
      {
        [`${at}/rulesets/42`]: ruleset({ actor_type: 'OrganizationAdmin', bypass_mode: 'always' }),
      },
      'branch main: some may change it without an approval\n  Settings, Rules, Rulesets, main: empty the bypass list.',
    ],
    [
      'reviewers of preview',
      { [`${at}/environments/preview`]: { name: 'preview', protection_rules: [] } },
      'environment preview: nobody is asked before the code of a branch runs with its secrets\n  Settings, Environments, preview: add required reviewers.',
    ],
    [
      'branches of a ring',
      {
        [`${at}/environments/last`]: {
          name: 'last',
          protection_rules: [],
          deployment_branch_policy: null,
        },
      },
      'environment last: every branch may use it, so a pushed workflow gets its secrets\n  Settings, Environments, last, Deployment branches and tags: "Selected branches and tags", with the branch main alone.',
    ],
    [
      'one branch more',
      {
        [`${at}/environments/drift/deployment-branch-policies`]: {
          total_count: 2,
          branch_policies: [
            { id: 1, name: 'main', type: 'branch' },
            { id: 2, name: 'release/*', type: 'branch' },
          ],
        },
      },
      'environment drift: it is not restricted to main alone, but open to release/*\n  Settings, Environments, drift, Deployment branches and tags: "Selected branches and tags", with the branch main alone.',
    ],
    [
      'an environment',
      { [`${at}/environments/repair`]: undefined },
      'environment repair: it does not exist\n  Make it: Settings, Environments, repair.',
    ],
    [
      'a passphrase',
      { [`${at}/environments/first/secrets`]: secretNames() },
      'environment first: it has neither the secret STRATA_PASSPHRASES nor the variable STRATA_STATE_ROLE\n  Settings, Environments, first: add the one that its states need.',
    ],
    [
      'the place of a secret',
      { [`${at}/actions/secrets`]: secretNames('PULUMI_CONFIG_PASSPHRASE', 'OTHER') },
      'secret PULUMI_CONFIG_PASSPHRASE: it is of the repository, so the workflow of every branch reads it\n  Give it to the environments that need it, and delete it here: Settings, Secrets and variables, Actions.',
    ],
    [
      'read-only workflows',
      {
        [`${at}/actions/permissions/workflow`]: {
          default_workflow_permissions: 'write',
          can_approve_pull_request_reviews: false,
        },
      },
      'workflow permissions: workflows that ask for nothing may write\n  Settings, Actions, General, Workflow permissions: read.',
    ],
  ])('it says what is missing: %s', async (_what, changed, line) => {
    expect(await said('GitHub', { ...goodGitHub(), ...changed })).toEqual({
      code: 1,
      printed: [line],
    });
  });

  test('names the permissions that are missing when a token cannot read the settings', async () => {
    await expect(said('GitHub', goodGitHub(), 'wrong')).rejects.toThrow(
      'To read settings of o/r it needs the permissions to read "actions", "administration", "environments", "secrets" and "variables".',
    );
  });
});

describe('GitLab', () => {
  const path = gitLab.projectPath;
  const variables = gitLab.goodGitLab()[`${path}/variables`] as ReturnType<
    typeof gitLab.variable
  >[];
  const other = (key: string, scope: string, how: Parameters<typeof gitLab.variable>[2]) => ({
    [`${path}/variables`]: variables.map((one) =>
      one.key === key && one.environment_scope === scope ? gitLab.variable(key, scope, how) : one,
    ),
  });

  /** Protected environments with the access level that deploys to each, and its approvals. */
  const environments = (of: (name: string) => [level: number, approvals?: number]) => ({
    [`${path}/protected_environments`]: ['preview', 'drift', 'repair', 'first', 'last'].map(
      (name) => gitLab.protectedEnvironment(name, ...of(name)),
    ),
  });

  test('where everything is set, nothing is missing', async () => {
    expect(await said('GitLab', gitLab.goodGitLab())).toEqual(good);
  });

  test.each<[string, FakeAnswers, string]>([
    [
      'forks',
      {
        [path]: {
          ...gitLab.project(),
          ci_allow_fork_pipelines_to_run_in_parent_project: true,
        },
      },
      'pipelines of forks: one can be run in this project, with its identities and variables\n  PUT /projects/:id with ci_allow_fork_pipelines_to_run_in_parent_project=false.',
    ],
    [
      'ID tokens',
      {
        [path]: {
          ...gitLab.project(),
          ci_id_token_sub_claim_components: ['project_path', 'ref_type', 'ref'],
        },
      },
      'ID tokens: a job of any branch can log in as a job of a protected environment\n  PUT /projects/:id with ci_id_token_sub_claim_components: project_path, ref_type, ref, environment_protected (GitLab 18.7 and later); then ask for it in trust policies.',
    ],
    [
      'pipeline variables',
      {
        [path]: {
          ...gitLab.project(),
          ci_pipeline_variables_minimum_override_role: 'developer',
        },
      },
      'pipeline variables: a developer who runs a pipeline of the default branch can change its variables\n  Settings, CI/CD, Variables, Minimum role to use pipeline variables: Maintainer.',
    ],
    [
      'older deployments',
      { [path]: { ...gitLab.project(), ci_forward_deployment_enabled: false } },
      'older deployments: a deployment of an older pipeline waits and fails, instead of being dropped\n  Settings, CI/CD, General pipelines: tick "Prevent outdated deployment jobs".',
    ],
    [
      'retried deployments',
      { [path]: { ...gitLab.project(), ci_forward_deployment_rollback_allowed: true } },
      'retried deployments: an older deployment can be started again, and fails where a newer one was\n  Settings, CI/CD, General pipelines: untick "Allow job retries for rollback deployments".',
    ],
    [
      'a protected variable',
      other('STRATA_PASSPHRASES', 'last', { isProtected: false }),
      'variable STRATA_PASSPHRASES (last): a branch can name its environment, and reads it\n  Settings, CI/CD, Variables: protect it.',
    ],
    [
      'a masked variable',
      other('STRATA_PASSPHRASES', 'preview', { isProtected: false, masked: false }),
      'variable STRATA_PASSPHRASES (preview): logs can show it\n  Settings, CI/CD, Variables: mask it; entries are separated by commas then.',
    ],
    [
      'the token of notes',
      other('GITLAB_TOKEN', '*', { isProtected: false }),
      'variable GITLAB_TOKEN: jobs of every branch, or logs, can show it\n  Settings, CI/CD, Variables: a project access token (scope api, role Reporter), protected and masked.',
    ],
    [
      'the default branch',
      { [`${path}/protected_branches/main`]: gitLab.protectedBranch(40) },
      'branch main: somebody may push to it without a merge request\n  Settings, Repository, Protected branches: main, allowed to push and merge: no one, no force push.',
    ],
    [
      'who may preview',
      environments((name) => [name === 'preview' ? 30 : 40]),
      'environment preview: every developer may run the code of a branch with its variables\n  Settings, CI/CD, Protected environments: preview, for those who may run its jobs.',
    ],
    [
      'who may deploy',
      environments((name) => [name === 'last' ? 30 : 40]),
      'environment last: every developer may deploy to it, and log in as it does, from any branch\n  Settings, CI/CD, Protected environments: last, for maintainers.',
    ],
    [
      'approvals of jobs that only read',
      environments((name) => [40, name === 'drift' || name === 'last' ? 1 : 0]),
      'environment drift: its approvals hold no job, for its jobs deploy nothing; before GitLab 18 scheduled ones wait for ever\n  Settings, CI/CD, Protected environments: drift: remove its approval rules. Who may start its jobs, "Allowed to deploy" says.',
    ],
    [
      'the owner of a schedule',
      { [`${path}/pipeline_schedules/1`]: gitLab.schedule('drift', { owner: null }) },
      'schedule drift: its owner has left, so GitLab does not run it\n  Build, Pipeline schedules: take ownership of it, as somebody who may deploy to its environments, and activate it.',
    ],
    [
      'who may merge',
      { [`${path}/protected_branches/main`]: gitLab.protectedBranch(0, false, 30) },
      'branch main: some may merge who may not deploy to drift, repair, first, last: the pipeline of what they merge fails there\n  Settings, Repository, Protected branches: main, allowed to merge: maintainers. Who else is to be asked, approval rules of the environments say.',
    ],
    [
      'approvals',
      { [`${path}/approval_rules`]: [gitLab.approvalRule(0)] },
      'branch main: changes need no approval of anybody\n  Settings, Merge requests, Merge request approvals: a rule with at least 1 approval for main.',
    ],
  ])('it says what is missing: %s', async (_what, changed, line) => {
    expect(await said('GitLab', { ...gitLab.goodGitLab(), ...changed })).toEqual({
      code: 1,
      printed: [line],
    });
  });

  test('reports that a GitLab without protected environments cannot protect keys from branches', async () => {
    const { printed } = await said('GitLab', {
      ...gitLab.goodGitLab(),
      [`${path}/protected_environments`]: undefined,
    });
    expect(printed[0]).toBe(
      'environment preview: this GitLab has no protected environments: whoever can push runs its jobs\n  They need GitLab Premium. Without them set no variables for it, and leave its jobs alone.',
    );
  });
});
