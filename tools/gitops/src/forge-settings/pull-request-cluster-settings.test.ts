// SPDX-License-Identifier: Apache-2.0
import { commands } from '../commands/index.ts';
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { FakeSettings } from './testing/fake-settings.ts';
import type { FakeAnswers } from './testing/fake-settings.ts';
import {
  classicProtection,
  goodGitHub,
  goodGitHubWithClusters,
  ruleset,
  secretNames,
  workflows,
} from './testing/github-answers.ts';
import * as gitLab from './testing/gitlab-answers.ts';

const token = 'token-of-a-maintainer';
const file = 'stacks/pull-request-clusters/staging.yaml';
let repository: SmallRepository;

/** Writes the file by which the environment `staging` has clusters for pull requests of repositories. */
function writeClusters(...names: readonly string[]): void {
  const repositories = names.map((name, index) => `{ name: ${name}, clusters: pr${index} }`);
  repository.write(
    file,
    `repositories: [${repositories.join(', ')}]\nprofiles: [small]\nmost: 4\n`,
  );
}

beforeEach(() => {
  repository = new SmallRepository('pull-request-cluster-settings');
  for (const environment of ['staging', 'production']) {
    repository.write(`stacks/infra/Pulumi.${environment}.yaml`, '');
  }
  repository.write(
    'stacks/rings.yaml',
    'rings: [{name: first, environments: [staging]}, {name: last, environments: [production]}]\n',
  );
  writeClusters('o/r', 'acme/shop');
});
afterEach(() => repository.delete());

async function run(env: Record<string, string>): Promise<string[]> {
  const printed: string[] = [];
  const command = await commands.settings?.();
  await command?.run([], {
    workspace: openWorkspace(repository.root),
    env,
    signal: new AbortController().signal,
    progress: () => undefined,
    print: (line) => printed.push(line),
  });
  return printed;
}

/** Returns what the command prints about a forge with these answers. */
async function said(forge: 'GitHub' | 'GitLab', answers: FakeAnswers): Promise<string[]> {
  const server = await FakeSettings.start(answers, token);
  try {
    return await run(
      forge === 'GitHub'
        ? { GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: server.url, GITHUB_TOKEN: token }
        : { CI_PROJECT_ID: 'o/r', CI_SERVER_URL: server.url, GITLAB_TOKEN: token },
    );
  } finally {
    await server.stop();
  }
}

const good = ['Nothing is missing.'];

test('without a token, lists the settings of clusters for pull requests only where there are such clusters', async () => {
  const lines = [
    '  workflows deploy.yml, drift.yml, pull-request.yml, pull-request-clusters.yml: enabled',
    '  default branch: pull requests with at least 1 approval, of the last push by somebody else, for everybody but the account of STRATA_PUSH_TOKEN',
    '  environment pull-request-clusters: STRATA_PUSH_TOKEN (secret), to push the files of clusters',
    '  environment pull-request-clusters: STRATA_PULL_REQUESTS_TOKEN (secret), to read pull requests of other repositories',
    '  repository variable STRATA_PULL_REQUEST_CLUSTERS_ENABLED: true',
    '  default branch: protected, nobody but the account of STRATA_PUSH_TOKEN pushes, no force push; only those merge who may deploy',
    '  schedules deploy, drift, comment, pull-request-clusters: active, on the default branch, of an owner who is still there',
    '  variables with the scope pull-request-clusters: STRATA_PUSH_TOKEN, to push the files of clusters; protected and masked',
  ];
  const all = await run({});
  expect(all.filter((line) => lines.includes(line))).toEqual(lines);
  repository.remove(file);
  const without = await run({});
  expect(without.filter((line) => lines.includes(line))).toEqual([]);
  expect(without).toEqual(
    expect.arrayContaining([
      '  default branch: pull requests with at least 1 approval, of the last push by somebody else, for everybody',
      '  default branch: protected, nobody pushes, no force push; only those merge who may deploy',
      '  schedules deploy, drift, comment: active, on the default branch, of an owner who is still there',
    ]),
  );
});

describe('GitHub', () => {
  const at = '/repos/o/r';
  const secrets = `${at}/environments/pull-request-clusters/secrets`;
  const enabled = `${at}/actions/variables/STRATA_PULL_REQUEST_CLUSTERS_ENABLED`;
  const account = { actor_id: 7, actor_type: 'User', bypass_mode: 'always' };
  const role = { actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' };
  const notEnabled =
    'variable STRATA_PULL_REQUEST_CLUSTERS_ENABLED: it is not true, so no cluster for a pull request is made or destroyed\n  Settings, Secrets and variables, Actions, Variables: set it to true for the repository.';
  const othersPass =
    'branch main: others than the account of STRATA_PUSH_TOKEN may change it without an approval\n  Settings, Rules, Rulesets, main: leave only the account of STRATA_PUSH_TOKEN in the bypass list.';
  const nobodyPushes =
    'branch main: nobody may push to it, so the files of clusters for pull requests cannot be pushed\n  Settings, Rules, Rulesets, main: add the account of STRATA_PUSH_TOKEN to the bypass list, with "Always allow".';

  test('where everything is set, nothing is missing', async () => {
    expect(await said('GitHub', goodGitHubWithClusters())).toEqual(good);
  });

  test('a repository without such clusters needs none of their settings', async () => {
    repository.remove(file);
    expect(await said('GitHub', goodGitHub())).toEqual(good);
  });

  test('without such clusters, the bypass of one account is a mistake', async () => {
    repository.remove(file);
    const answers = { ...goodGitHub(), [`${at}/rulesets/42`]: ruleset(account) };
    expect(await said('GitHub', answers)).toEqual([
      'branch main: some may change it without an approval\n  Settings, Rules, Rulesets, main: empty the bypass list.',
    ]);
  });

  test('finds that the job is enabled where no file names a repository', async () => {
    repository.remove(file);
    const answers = { ...goodGitHub(), [enabled]: goodGitHubWithClusters()[enabled] };
    expect(await said('GitHub', answers)).toEqual([
      'variable STRATA_PULL_REQUEST_CLUSTERS_ENABLED: it is true, but stacks/pull-request-clusters has no file, so the job does nothing\n  Write stacks/pull-request-clusters/<environment>.yaml, as docs/pull-request-clusters.md says, or delete the variable.',
    ]);
  });

  test.each<[string, FakeAnswers, string]>([
    [
      'a missing secret of pushes',
      { [secrets]: secretNames('STRATA_PASSPHRASES', 'STRATA_PULL_REQUESTS_TOKEN') },
      'environment pull-request-clusters: it has no secret STRATA_PUSH_TOKEN, which its job needs to push the files of clusters\n  Settings, Environments, pull-request-clusters: add it; docs/pull-request-clusters.md says what it may do.',
    ],
    [
      'a missing secret for other repositories',
      { [secrets]: secretNames('STRATA_PASSPHRASES', 'STRATA_PUSH_TOKEN') },
      'environment pull-request-clusters: it has no secret STRATA_PULL_REQUESTS_TOKEN, which its job needs to read pull requests of other repositories\n  Settings, Environments, pull-request-clusters: add it; docs/pull-request-clusters.md says what it may do.',
    ],
    ['a missing variable', { [enabled]: undefined }, notEnabled],
    ['a variable with another value', { [enabled]: { value: 'yes' } }, notEnabled],
    ['a bypass list without anybody', { [`${at}/rulesets/42`]: ruleset() }, nobodyPushes],
    [
      'a second account in the bypass list',
      { [`${at}/rulesets/42`]: ruleset(account, { ...account, actor_id: 8 }) },
      othersPass,
    ],
    ['a role in the bypass list', { [`${at}/rulesets/42`]: ruleset(role) }, othersPass],
    [
      'a workflow that GitHub has disabled',
      { [`${at}/actions/workflows`]: workflows({ 'drift.yml': 'disabled_inactivity' }) },
      'workflow drift.yml: GitHub has disabled it, because nothing happened in the repository for 60 days: nobody looks for drift\n  Actions, the workflow, "Enable workflow".',
    ],
  ])('it reports %s', async (_what, changed, line) => {
    expect(await said('GitHub', { ...goodGitHubWithClusters(), ...changed })).toEqual([line]);
  });

  test('an account that may bypass rules on pull requests only cannot push, and can merge without an approval', async () => {
    const answers = {
      ...goodGitHubWithClusters(),
      [`${at}/rulesets/42`]: ruleset({ ...account, bypass_mode: 'pull_request' }),
    };
    expect(await said('GitHub', answers)).toEqual([nobodyPushes, othersPass]);
  });

  test('each ruleset must let the account push', async () => {
    const rule = {
      type: 'pull_request',
      parameters: { required_approving_review_count: 1, require_last_push_approval: true },
    };
    const answers = {
      ...goodGitHubWithClusters(),
      [`${at}/rules/branches/main`]: [
        { ...rule, ruleset_id: 42 },
        { ...rule, ruleset_id: 7 },
      ],
      [`${at}/rulesets/7`]: { ...ruleset(), name: 'other' },
    };
    expect(await said('GitHub', answers)).toEqual([
      nobodyPushes.replace('main: add', 'other: add'),
    ]);
  });

  test('claims nothing about a bypass list that the token may not see', async () => {
    const hidden = { ...ruleset(), bypass_actors: undefined };
    expect(
      await said('GitHub', { ...goodGitHubWithClusters(), [`${at}/rulesets/42`]: hidden }),
    ).toEqual(good);
  });

  test('pull requests of the own repository need no secret, whatever the case of its name', async () => {
    writeClusters('O/R');
    const answers = {
      ...goodGitHubWithClusters(),
      [secrets]: secretNames('STRATA_PASSPHRASES', 'STRATA_PUSH_TOKEN'),
    };
    expect(await said('GitHub', answers)).toEqual(good);
  });

  test.each([
    ['an organization may set the variable, in any case', 'TRUE', undefined, good],
    ['the variable of the repository wins', 'true', { value: 'false' }, [notEnabled]],
  ])('%s', async (_what, value, own, expected) => {
    const answers = {
      ...goodGitHubWithClusters(),
      [enabled]: own,
      // https://docs.github.com/en/rest/actions/variables#list-repository-organization-variables
      [`${at}/actions/organization-variables`]: {
        total_count: 1,
        variables: [{ name: 'STRATA_PULL_REQUEST_CLUSTERS_ENABLED', value }],
      },
    };
    expect(await said('GitHub', answers)).toEqual(expected);
  });

  test('a missing environment is reported once', async () => {
    const answers = Object.fromEntries(
      Object.entries(goodGitHubWithClusters()).filter(
        ([path]) => !path.startsWith(`${at}/environments/pull-request-clusters`),
      ),
    );
    expect(await said('GitHub', answers)).toEqual([
      'environment pull-request-clusters: it does not exist\n  Make it: Settings, Environments, pull-request-clusters.',
    ]);
  });

  const octocat = { login: 'octocat', id: 7, type: 'User' };

  test.each<[string, readonly object[], boolean, readonly string[]]>([
    ['one account', [octocat], true, []],
    [
      'nobody',
      [],
      true,
      [
        'branch main: nobody may push to it, so the files of clusters for pull requests cannot be pushed\n  Settings, Branches, main: tick "Allow specified actors to bypass required pull requests", for the account of STRATA_PUSH_TOKEN.',
      ],
    ],
    [
      'administrators alone',
      [],
      false,
      [
        'branch main: administrators may change it without an approval\n  Settings, Rules, Rulesets: require a pull request with at least 1 approval for main, with a bypass for the account of STRATA_PUSH_TOKEN alone.',
      ],
    ],
    [
      'two accounts',
      [octocat, octocat],
      true,
      [
        'branch main: others than the account of STRATA_PUSH_TOKEN may change it without an approval\n  Settings, Rules, Rulesets: require a pull request with at least 1 approval for main, with a bypass for the account of STRATA_PUSH_TOKEN alone.',
      ],
    ],
  ])('finds who may push past classic protection: %s', async (_who, users, enforced, lines) => {
    const protection = classicProtection(1, enforced);
    const answers = {
      ...goodGitHubWithClusters(),
      [`${at}/rules/branches/main`]: [],
      [`${at}/branches/main/protection`]: {
        ...protection,
        required_pull_request_reviews: {
          ...protection.required_pull_request_reviews,
          bypass_pull_request_allowances: { users, teams: [], apps: [] },
        },
      },
    };
    expect(await said('GitHub', answers)).toEqual(lines.length === 0 ? good : lines);
  });
});

describe('GitLab', () => {
  const path = gitLab.projectPath;
  const branch = `${path}/protected_branches/main`;
  const wanted =
    '\n  Settings, Repository, Protected branches: main, allowed to push and merge: only the account of STRATA_PUSH_TOKEN, no force push.';
  const othersPush = `branch main: others than the account of STRATA_PUSH_TOKEN may push to it without a merge request${wanted}`;
  const pushedBy = (...levels: readonly object[]) => ({
    [branch]: { ...gitLab.protectedBranch(0), push_access_levels: levels },
  });
  const role = gitLab.protectedBranch(40).push_access_levels;
  const answers = gitLab.goodGitLabWithClusters();
  const variables = answers[`${path}/variables`] as readonly ReturnType<typeof gitLab.variable>[];

  test('where everything is set, nothing is missing', async () => {
    expect(await said('GitLab', answers)).toEqual(good);
  });

  test('a project without such clusters needs none of their settings', async () => {
    repository.remove(file);
    expect(await said('GitLab', gitLab.goodGitLab())).toEqual(good);
  });

  test('without such clusters, a push by one account is a mistake', async () => {
    repository.remove(file);
    expect(
      await said('GitLab', { ...gitLab.goodGitLab(), ...pushedBy(gitLab.pushingAccount) }),
    ).toEqual([
      'branch main: somebody may push to it without a merge request\n  Settings, Repository, Protected branches: main, allowed to push and merge: no one, no force push.',
    ]);
  });

  test.each<[string, FakeAnswers, string]>([
    [
      'a missing variable of pushes',
      { [`${path}/variables`]: variables.filter(({ key }) => key !== 'STRATA_PUSH_TOKEN') },
      'environment pull-request-clusters: it has no variable STRATA_PUSH_TOKEN, which its job needs to push the files of clusters\n  Settings, CI/CD, Variables: add it with the scope pull-request-clusters, protected and masked; docs/pull-request-clusters.md says what it may do.',
    ],
    [
      'a missing schedule',
      { [`${path}/pipeline_schedules/3`]: gitLab.schedule('tests') },
      'schedule pull-request-clusters: there is none, so no cluster for a merge request is made or destroyed\n  Build, Pipeline schedules: one on main with the variable STRATA_SCHEDULE=pull-request-clusters; docs/pull-request-clusters.md says how often.',
    ],
    [
      'that nobody may push',
      { [branch]: gitLab.protectedBranch(0) },
      `branch main: nobody may push to it, so the files of clusters for merge requests cannot be pushed${wanted}`,
    ],
    ['a role that may push', pushedBy(...role), othersPush],
    [
      'a role that may push beside the account',
      pushedBy(gitLab.pushingAccount, ...role),
      othersPush,
    ],
    [
      'force pushes',
      {
        [branch]: {
          ...gitLab.protectedBranch(0, true),
          push_access_levels: [gitLab.pushingAccount],
        },
      },
      `branch main: whoever may push to it may also force push${wanted}`,
    ],
  ])('it reports %s', async (_what, changed, line) => {
    expect(await said('GitLab', { ...answers, ...changed })).toEqual([line]);
  });
});
