// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Finding } from '../doctor/finding.ts';
import type { Ask } from './github-settings.ts';

/** @see https://docs.github.com/en/rest/actions/workflows#list-repository-workflows */
const workflows = z.looseObject({
  workflows: z.array(z.looseObject({ path: z.string(), state: z.string() })),
});

/** Workflow that a repository needs, and the consequence where it does not run. */
interface WantedWorkflow {
  readonly file: string;
  readonly missed: string;
}

const always: readonly WantedWorkflow[] = [
  {
    file: 'deploy.yml',
    missed: 'nothing is deployed, and keys end that updates would renew',
  },
  { file: 'drift.yml', missed: 'nobody looks for drift' },
  { file: 'pull-request.yml', missed: 'no pull request gets a preview' },
];

const ofClusters: WantedWorkflow = {
  file: 'pull-request-clusters.yml',
  missed: 'no cluster for a pull request is made or destroyed',
};

/** Returns the workflows that a repository needs, which may have clusters for pull requests. */
export function wantedWorkflows(hasClusters: boolean): readonly WantedWorkflow[] {
  return hasClusters ? [...always, ofClusters] : always;
}

/** Reasons by the state in which a workflow does not run. */
const reasons: Readonly<Record<string, string>> = {
  // https://docs.github.com/en/actions/how-tos/manage-workflow-runs/disable-and-enable-workflows
  disabled_inactivity:
    'GitHub has disabled it, because nothing happened in the repository for 60 days',
  disabled_fork: 'GitHub has disabled it, because the repository is a fork',
};

/**
 * Returns the workflows that GitHub does not run any more. One that is not there at all is a team's own choice,
 * which has pipelines of its own.
 */
export async function checkGitHubWorkflows(ask: Ask, hasClusters: boolean): Promise<Finding[]> {
  const listed = (await ask('/actions/workflows', workflows))?.workflows ?? [];
  return wantedWorkflows(hasClusters).flatMap(({ file, missed }) => {
    const found = listed.find(({ path }) => path === `.github/workflows/${file}`);
    if (found === undefined || !found.state.startsWith('disabled')) return [];
    return [
      {
        subject: `workflow ${file}`,
        problem: `${reasons[found.state] ?? 'it is disabled'}: ${missed}`,
        fix: 'Actions, the workflow, "Enable workflow".',
      },
    ];
  });
}
