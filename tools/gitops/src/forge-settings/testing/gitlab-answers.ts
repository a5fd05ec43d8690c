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
export const protectedEnvironment = (name: string, level: number) => ({
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
});

/** @see https://docs.gitlab.com/api/protected_branches/#get-a-single-protected-branch-or-wildcard-protected-branch */
export const protectedBranch = (pushLevel: number, force = false) => ({
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
      access_level: 40,
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

/** Returns GitLab's answers for a project with the right settings. */
export function goodGitLab(): FakeAnswers {
  const ofMain = ['drift', 'repair', 'first', 'last'];
  return {
    [projectPath]: project(),
    [`${projectPath}/protected_environments`]: ['preview', ...ofMain].map((name) =>
      protectedEnvironment(name, 40),
    ),
    [`${projectPath}/protected_branches/main`]: protectedBranch(0),
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
