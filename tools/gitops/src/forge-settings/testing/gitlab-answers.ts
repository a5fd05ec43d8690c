// SPDX-License-Identifier: Apache-2.0
import type { FakeAnswers } from './fake-settings.ts';

export const projectPath = '/api/v4/projects/o%2Fr';

/** @see https://docs.gitlab.com/api/project_level_variables/#list-project-variables */
export const variable = (
  key: string,
  scope: string,
  { masked = true, isProtected = true }: { masked?: boolean; isProtected?: boolean } = {},
) => ({
  key,
  variable_type: 'env_var',
  value: 'TEST_1',
  protected: isProtected,
  masked,
  hidden: false,
  raw: false,
  environment_scope: scope,
  description: null,
});

/** @see https://docs.gitlab.com/api/protected_environments/#list-protected-environments */
export const protectedEnvironment = (name: string, level: number, approvals = 0) => ({
  name,
  deploy_access_levels: [
    {
      id: 12,
      access_level: level,
      access_level_description: 'Maintainers',
      user_id: null,
      group_id: null,
      group_inheritance_type: 0,
    },
  ],
  required_approval_count: 0,
  approval_rules:
    approvals === 0 ? [] : [{ id: 38, access_level: 40, required_approvals: approvals }],
});

/** @see https://docs.gitlab.com/api/protected_branches/#get-a-single-protected-branch-or-wildcard-protected-branch */
export const protectedBranch = (pushLevel: number, force = false, mergeLevel = 40) => ({
  id: 1,
  name: 'main',
  push_access_levels: [
    {
      id: 1,
      access_level: pushLevel,
      access_level_description: 'x',
      user_id: null,
      group_id: null,
    },
  ],
  merge_access_levels: [
    {
      id: 1,
      access_level: mergeLevel,
      access_level_description: 'Maintainers',
      user_id: null,
      group_id: null,
    },
  ],
  allow_force_push: force,
  code_owner_approval_required: false,
});

/** @see https://docs.gitlab.com/api/projects/#retrieve-a-project */
export const project = () => ({
  id: 3,
  default_branch: 'main',
  visibility: 'private',
  ci_allow_fork_pipelines_to_run_in_parent_project: false,
  ci_pipeline_variables_minimum_override_role: 'maintainer',
  ci_id_token_sub_claim_components: ['project_path', 'ref_type', 'ref', 'environment_protected'],
  ci_separated_caches: true,
  ci_forward_deployment_enabled: true,
  ci_forward_deployment_rollback_allowed: false,
});

/** @see https://docs.gitlab.com/api/merge_request_approvals/#retrieve-approval-configurations-for-a-project */
export const approvals = (changed: object = {}) => ({
  approvals_before_merge: 0,
  reset_approvals_on_push: true,
  selective_code_owner_removals: false,
  disable_overriding_approvers_per_merge_request: true,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: true,
  require_password_to_approve: false,
  ...changed,
});

/** @see https://docs.gitlab.com/api/merge_request_approvals/#list-all-approval-rules-for-a-project */
export const approvalRule = (required: number, ...branches: readonly string[]) => ({
  id: 1,
  name: 'Any name',
  rule_type: 'any_approver',
  approvals_required: required,
  applies_to_all_protected_branches: false,
  protected_branches: branches.map((name, id) => ({ id, name })),
});

/** @see https://docs.gitlab.com/api/pipeline_schedules/#retrieve-a-pipeline-schedule */
export const schedule = (name: string, changed: object = {}) => ({
  id: 1,
  description: name,
  ref: 'main',
  cron: '47 4 * * *',
  cron_timezone: 'UTC',
  next_run_at: '2026-05-19T13:41:00.000Z',
  active: true,
  owner: { id: 7, username: 'ada', name: 'Ada', state: 'active' },
  variables: [{ key: 'STRATA_SCHEDULE', variable_type: 'env_var', value: name, raw: false }],
  ...changed,
});

/** @see https://docs.gitlab.com/api/project_members/#retrieve-a-direct-or-inherited-member-of-a-project */
export const member = (level: number) => ({
  id: 7,
  username: 'ada',
  state: 'active',
  access_level: level,
  membership_state: 'active',
});

/** Returns GitLab's answers for a project with the right settings. */
export function goodGitLab(): FakeAnswers {
  const ofMain = ['drift', 'repair', 'first', 'last'];
  const scheduled = ['deploy', 'drift', 'comment'];
  return {
    [`${projectPath}/pipeline_schedules`]: scheduled.map((name, id) => ({
      ...schedule(name),
      variables: undefined,
      id,
    })),
    ...Object.fromEntries(
      scheduled.map((name, id) => [`${projectPath}/pipeline_schedules/${id}`, schedule(name)]),
    ),
    [`${projectPath}/members/all/7`]: member(40),
    [projectPath]: project(),
    [`${projectPath}/protected_environments`]: ['preview', ...ofMain].map((name) =>
      protectedEnvironment(name, 40),
    ),
    [`${projectPath}/protected_branches/main`]: protectedBranch(0),
    [`${projectPath}/approvals`]: approvals(),
    [`${projectPath}/approval_rules`]: [approvalRule(1)],
    [`${projectPath}/variables`]: [
      variable('GITLAB_TOKEN', '*'),
      variable('STRATA_BACKENDS', 'preview', { masked: false, isProtected: false }),
      variable('STRATA_PASSPHRASES', 'preview', { isProtected: false }),
      ...ofMain.flatMap((name) => [
        variable('STRATA_BACKENDS', name, { masked: false }),
        variable('STRATA_PASSPHRASES', name),
      ]),
    ],
  };
}

/** Access level of one account, by which it may push to a protected branch. */
export const pushingAccount = {
  id: 2,
  access_level: null,
  access_level_description: 'strata',
  user_id: 9,
  group_id: null,
};

/**
 * Returns GitLab's answers for a project with the right settings, which has clusters for merge
 * requests. One account pushes their files.
 */
export function goodGitLabWithClusters(): FakeAnswers {
  const answers = goodGitLab();
  const name = 'pull-request-clusters';
  const more = (path: string, ...items: readonly object[]) => ({
    [`${projectPath}/${path}`]: [
      ...(answers[`${projectPath}/${path}`] as readonly object[]),
      ...items,
    ],
  });
  return {
    ...answers,
    ...more('protected_environments', protectedEnvironment(name, 40)),
    ...more(
      'variables',
      variable('STRATA_BACKENDS', name, { masked: false }),
      variable('STRATA_PASSPHRASES', name),
      variable('STRATA_PUSH_TOKEN', name),
    ),
    ...more('pipeline_schedules', { ...schedule(name), variables: undefined, id: 3 }),
    [`${projectPath}/pipeline_schedules/3`]: schedule(name),
    [`${projectPath}/protected_branches/main`]: {
      ...protectedBranch(0),
      push_access_levels: [pushingAccount],
    },
  };
}
