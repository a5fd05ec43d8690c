// SPDX-License-Identifier: Apache-2.0
import { deploymentRings, ringsFile } from './rings.ts';
import { suggestion } from '@strata/contracts';
import type { DeploymentRings } from './rings.ts';
import { readChecked } from '@strata/plan-check/read-yaml';
import { GitopsError } from '../gitops-error.ts';
import type { Workspace } from '../run/workspace.ts';

/**
 * Reads the rings of a repository.
 *
 * @throws GitopsError when there are no rings, when one names an environment without stacks, or
 * when an environment is in no ring and so would never be deployed. PlanError when the file itself
 * is invalid.
 */
export function readRings({ root, stacks }: Workspace): DeploymentRings {
  const file = readChecked(root, ringsFile, deploymentRings);
  if (file === undefined) {
    throw new GitopsError(
      `${ringsFile} is missing: it says in which order environments are deployed; docs/gitops.md has an example.`,
    );
  }
  const known = [...new Set(stacks.map(({ environment }) => environment))].sort();
  const named = file.rings.flatMap(({ environments }) => environments);
  const all = [...named, ...file.byHand];
  const problems = [
    ...all
      .filter((one) => !known.includes(one))
      .map((one) => `no stack is of the environment "${one}"; ${suggestion(one, known)}`),
    ...known
      .filter((one) => !all.includes(one))
      .map(
        (one) =>
          `the environment "${one}" is in no ring and not in byHand: nobody says whether it is deployed`,
      ),
  ];
  if (problems.length === 0) return file;
  throw new GitopsError(`${ringsFile} is wrong:\n  ${problems.join('\n  ')}`);
}
