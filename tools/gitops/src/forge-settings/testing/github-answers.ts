// SPDX-License-Identifier: Apache-2.0
import type { FakeAnswers } from './fake-settings.ts';

const repository = '/repos/o/r';

/** @see https://docs.github.com/en/rest/deployments/environments#get-an-environment */
const environmentBody = (name: string, rules: readonly object[], policy: object | null) => ({
  id: 161088068,
  node_id: 'MDExOkVudmlyb25tZW50MTYxMDg4MDY4',
  name,
  url: `https://api.github.com/repos/o/r/environments/${name}`,
  created_at: '2020-11-23T22:00:40Z',
  updated_at: '2020-11-23T22:00:40Z',
  protection_rules: rules,
  deployment_branch_policy: policy,
});

const reviewers = {
  id: 3736,
  node_id: 'MDQ6R2F0ZTM3MzY=',
  prevent_self_review: true,
  type: 'required_reviewers',
  reviewers: [{ type: 'User', reviewer: { login: 'octocat', id: 1, type: 'User' } }],
};

/** @see https://docs.github.com/en/rest/deployments/branch-policies#list-deployment-branch-policies */
const policies = (...names: readonly string[]) => ({
  total_count: names.length,
  branch_policies: names.map((name, id) => ({ id, node_id: 'MDE2', name, type: 'branch' })),
});

/** @see https://docs.github.com/en/rest/actions/secrets#list-environment-secrets */
export const secretNames = (...names: readonly string[]) => ({
  total_count: names.length,
  secrets: names.map((name) => ({
    name,
    created_at: '2019-08-10T14:59:22Z',
    updated_at: '2020-01-10T14:59:22Z',
  })),
});

/** @see https://docs.github.com/en/rest/actions/variables#list-environment-variables */
const variableNames = (...names: readonly string[]) => ({
  total_count: names.length,
  variables: names.map((name) => ({
    name,
    value: 'octocat',
    created_at: '2019-08-10T14:59:22Z',
    updated_at: '2020-01-10T14:59:22Z',
  })),
});

/** Returns GitHub's answers for an environment with the right settings. */
function environmentAnswers(name: string): FakeAnswers {
  const at = `${repository}/environments/${name}`;
  const ofMain = { protected_branches: false, custom_branch_policies: true };
  return {
    [at]:
      name === 'preview'
        ? environmentBody(name, [reviewers], null)
        : environmentBody(name, [{ id: 3, node_id: 'R2F', type: 'branch_policy' }], ofMain),
    [`${at}/deployment-branch-policies`]: policies('main'),
    [`${at}/secrets`]: secretNames('STRATA_PASSPHRASES'),
    [`${at}/variables`]: variableNames('STRATA_BACKENDS'),
  };
}

/** @see https://docs.github.com/en/rest/repos/rules#get-a-repository-ruleset */
export const ruleset = (...bypassing: readonly object[]) => ({
  id: 42,
  name: 'main',
  target: 'branch',
  source_type: 'Repository',
  source: 'o/r',
  enforcement: 'active',
  bypass_actors: bypassing,
});

/** @see https://docs.github.com/en/rest/actions/workflows#list-repository-workflows */
export const workflows = (states: Readonly<Record<string, string>>) => ({
  total_count: Object.keys(states).length,
  workflows: Object.entries(states).map(([file, state], id) => ({
    id,
    node_id: 'MDg6V29ya2Zsb3cxNjEzMzU=',
    name: file,
    path: `.github/workflows/${file}`,
    state,
    created_at: '2020-01-08T23:48:37.000-08:00',
    updated_at: '2020-01-08T23:50:21.000-08:00',
  })),
});

/** Returns GitHub's answers for a repository with the right settings. */
export function goodGitHub(): FakeAnswers {
  const all = ['preview', 'drift', 'repair', 'first', 'last'].map(environmentAnswers);
  return {
    ...(Object.assign({}, ...all) as FakeAnswers),
    // https://docs.github.com/en/rest/repos/repos#get-a-repository
    [repository]: { id: 1296269, full_name: 'o/r', default_branch: 'main', private: true },
    // https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch
    [`${repository}/rules/branches/main`]: [
      {
        type: 'pull_request',
        ruleset_source_type: 'Repository',
        ruleset_source: 'o/r',
        ruleset_id: 42,
        parameters: { required_approving_review_count: 1, require_last_push_approval: true },
      },
    ],
    [`${repository}/rulesets/42`]: ruleset(),
    [`${repository}/actions/workflows`]: workflows({
      'deploy.yml': 'active',
      'drift.yml': 'active',
      'pull-request.yml': 'active',
      'pull-request-clusters.yml': 'active',
      'hypervisor.yml': 'disabled_manually',
    }),
    [`${repository}/actions/secrets`]: secretNames('NPM_TOKEN'),
    // https://docs.github.com/en/rest/actions/secrets#list-repository-organization-secrets
    [`${repository}/actions/organization-secrets`]: secretNames(),
    // https://docs.github.com/en/rest/actions/permissions#get-default-workflow-permissions-for-a-repository
    [`${repository}/actions/permissions/workflow`]: {
      default_workflow_permissions: 'read',
      can_approve_pull_request_reviews: false,
    },
  };
}

/** @see https://docs.github.com/en/rest/branches/branch-protection#get-branch-protection */
export const classicProtection = (approvals: number, enforced: boolean) => ({
  url: 'https://api.github.com/repos/o/r/branches/main/protection',
  enforce_admins: { url: 'https://api.github.com/x', enabled: enforced },
  required_pull_request_reviews: {
    required_approving_review_count: approvals,
    require_last_push_approval: true,
  },
});

/**
 * Returns GitHub's answers for a repository with the right settings, which has clusters for pull
 * requests. One account, which `bypass_actors` names, pushes their files.
 */
export function goodGitHubWithClusters(): FakeAnswers {
  const name = 'pull-request-clusters';
  return {
    ...goodGitHub(),
    ...environmentAnswers(name),
    [`${repository}/environments/${name}/secrets`]: secretNames(
      'STRATA_PASSPHRASES',
      'STRATA_PUSH_TOKEN',
      'STRATA_PULL_REQUESTS_TOKEN',
    ),
    // https://docs.github.com/en/rest/actions/variables#get-a-repository-variable
    [`${repository}/actions/variables/STRATA_PULL_REQUEST_CLUSTERS_ENABLED`]: {
      name: 'STRATA_PULL_REQUEST_CLUSTERS_ENABLED',
      value: 'true',
      created_at: '2019-08-10T14:59:22Z',
      updated_at: '2020-01-10T14:59:22Z',
    },
    [`${repository}/rulesets/42`]: ruleset({
      actor_id: 7,
      actor_type: 'User',
      bypass_mode: 'always',
    }),
  };
}
