// SPDX-License-Identifier: Apache-2.0
import { checkAddressPlans, formatPlanProblem } from './address-plan/index.ts';
import type { PlanProblem } from './address-plan/index.ts';
import { checkHostProfiles } from './check-host-profiles.ts';
import { checkNamedRelease } from './check-named-release.ts';
import { checkPrices } from './check-prices.ts';
import { checkSriovResources } from './check-sriov-resources.ts';
import { checkVersions } from './check-versions.ts';
import { environmentVersions } from './environment-versions.ts';
import { checkPolicySettings } from './policy-settings.ts';
import { readRepository } from './repository-files.ts';
import type { RepositoryFiles } from './repository-files.ts';
import type { Report } from './report.ts';
import { unreadFiles } from './unread-files.ts';

/** All problems, each once: what a profile says wrong is found again in each cluster that extends it. */
function findProblems(root: string, { environments, problems }: RepositoryFiles): PlanProblem[] {
  const found = [
    ...problems,
    ...unreadFiles(root),
    ...checkPolicySettings(root),
    ...checkAddressPlans(environments),
    ...environments.map(environmentVersions).flatMap(checkVersions),
    ...environments.flatMap(checkHostProfiles),
    ...environments.flatMap(checkNamedRelease),
    ...environments.flatMap((one) => checkPrices(root, one)),
    ...environments.flatMap(checkSriovResources),
  ];
  return [...new Map(found.map((one) => [formatPlanProblem(one), one])).values()];
}

/** Returns the contradictions between the files of all environments of a repository. */
export function planProblems(root: string): PlanProblem[] {
  return findProblems(root, readRepository(root));
}

/**
 * Compares the files of all environments of a repository with each other and reports
 * contradictions.
 */
export function checkPlan(root: string): Report {
  const files = readRepository(root);
  const { environments } = files;
  const all = findProblems(root, files);
  if (all.length > 0) {
    const count = all.length === 1 ? '1 problem' : `${all.length} problems`;
    return { lines: [`stacks/ has ${count}:`, ...all.map(formatPlanProblem)], failed: true };
  }
  const clusters = environments.reduce((sum, one) => sum + one.clusters.length, 0);
  const line = `Addresses and versions are right: environments ${environments.length}, user clusters ${clusters}.`;
  return { lines: [line], failed: false };
}
