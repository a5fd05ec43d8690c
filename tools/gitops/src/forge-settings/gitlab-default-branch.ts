// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import type { GitLabReader } from '../forge/gitlab-reader.ts';
import { pushAccount } from './pull-request-cluster-settings.ts';

const accessLevels = z.array(z.looseObject({ access_level: z.int().nullish() }));
type AccessLevels = z.output<typeof accessLevels>;

/** @see https://docs.gitlab.com/api/protected_branches/#get-a-single-protected-branch-or-wildcard-protected-branch */
const protectedBranch = z.looseObject({
  push_access_levels: z.array(
    z.looseObject({ access_level: z.int().nullish(), user_id: z.int().nullish() }),
  ),
  merge_access_levels: accessLevels,
  allow_force_push: z.boolean().optional(),
});
type ProtectedBranch = z.output<typeof protectedBranch>;

/** Protected environment to which pipelines of the default branch deploy. */
interface DeployingEnvironment {
  readonly name: string;
  readonly deploy_access_levels: AccessLevels;
}

/**
 * Access level of nobody.
 *
 * @see https://docs.gitlab.com/api/protected_branches/#valid-access-levels
 */
const nobody = 0;
/** Returns the lowest role of a list; undefined where it names nobody, or only users and groups. */
function lowestRole(levels: AccessLevels): number | undefined {
  const roles = levels.flatMap(({ access_level: level }) => level ?? []);
  return roles.filter((role) => role !== nobody).sort((a, b) => a - b)[0];
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
  environments: readonly DeployingEnvironment[],
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

/**
 * Returns the problem of who may push to a branch: nobody, or the one account that pushes the files of
 * clusters for merge requests. GitLab names an account by `user_id`, and roles without it.
 */
function pushProblem(rules: ProtectedBranch, hasClusters: boolean): string | undefined {
  const pushing = rules.push_access_levels.filter(({ access_level: level }) => level !== nobody);
  if (!hasClusters) {
    const isOpen = pushing.length > 0 || rules.allow_force_push === true;
    return isOpen ? 'somebody may push to it without a merge request' : undefined;
  }
  const [account, ...others] = pushing;
  if (account === undefined) {
    return 'nobody may push to it, so the files of clusters for merge requests cannot be pushed';
  }
  if (others.length > 0 || typeof account.user_id !== 'number') {
    return `others than ${pushAccount} may push to it without a merge request`;
  }
  return rules.allow_force_push === true ? 'whoever may push to it may also force push' : undefined;
}

/**
 * Returns who may push to the default branch or merge into it, and should not, or the other way round.
 *
 * @param hasClusters - whether one account pushes the files of clusters for merge requests, and must be
 * able to.
 */
export async function checkGitLabDefaultBranch(
  reader: GitLabReader,
  main: string,
  environments: readonly DeployingEnvironment[],
  hasClusters: boolean,
): Promise<Finding[]> {
  const found = await reader.one(`protected_branches/${encodeURIComponent(main)}`);
  const rules = found === undefined ? undefined : protectedBranch.parse(found);
  const problem = rules === undefined ? 'it is not protected' : pushProblem(rules, hasClusters);
  const pushing = hasClusters ? `only ${pushAccount}` : 'no one';
  const fix = `Settings, Repository, Protected branches: ${main}, allowed to push and merge: ${pushing}, no force push.`;
  const findings = problem === undefined ? [] : [{ subject: `branch ${main}`, problem, fix }];
  if (rules === undefined) return findings;
  return [...findings, ...checkMerging(main, rules.merge_access_levels, environments)];
}
