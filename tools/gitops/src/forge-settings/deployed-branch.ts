// SPDX-License-Identifier: Apache-2.0
import { readChecked } from '@strata/plan-check/read-yaml';
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';

const workflowFile = '.github/workflows/deploy.yml';

/** @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#onpushbranchestagsbranches-ignoretags-ignore */
const pushes = z.looseObject({
  on: z.looseObject({ push: z.looseObject({ branches: z.array(z.string()) }) }),
});

/** Characters of patterns, for which GitHub compares a branch. */
const pattern = /[*?+![\]]/;

/**
 * Returns that merges deploy nothing, where GitHub's workflow runs on pushes to other branches than the
 * default one. Its schedule runs on the default branch, whatever its name is.
 *
 * @param main - the default branch.
 */
export function checkDeployedBranch(root: string, main: string): Finding[] {
  const { data } = pushes.safeParse(readChecked(root, workflowFile, z.unknown()));
  const branches = data?.on.push.branches ?? [main];
  // Patterns are GitHub's to compare.
  if (branches.some((one) => one === main || pattern.test(one))) return [];
  return [
    {
      subject: `branch ${main}`,
      problem: `${workflowFile} runs on pushes to ${branches.join(', ')} alone: what is merged waits for the daily run`,
      fix: `Name ${main} in on.push.branches of ${workflowFile}.`,
    },
  ];
}
