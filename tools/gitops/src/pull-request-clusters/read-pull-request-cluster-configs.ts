// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import { diskFiles } from '@strata/contracts/file-source';
import { readChecked } from '@strata/plan-check/read-yaml';
import { readRings } from '../deploy/read-rings.ts';
import { GitopsError } from '../gitops-error.ts';
import type { Workspace } from '../run/workspace.ts';
import {
  pullRequestClusterConfig,
  pullRequestClusterFolder,
} from './pull-request-cluster-config.ts';
import type { PullRequestClusterConfig } from './pull-request-cluster-config.ts';

/** Settings of one environment. */
export interface EnvironmentConfig extends PullRequestClusterConfig {
  readonly environment: string;
}

/**
 * Reads the settings of all environments that have clusters for pull requests.
 *
 * @throws PlanError that lists all that is wrong with a file. GitopsError for an environment that no
 * ring deploys, in which no cluster would ever be made.
 */
export function readPullRequestClusterConfigs(workspace: Workspace): EnvironmentConfig[] {
  const files = diskFiles(workspace.root).list(pullRequestClusterFolder);
  const names = files.flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? []).sort();
  if (names.length === 0) return [];
  const deployed = readRings(workspace).rings.flatMap(({ environments }) => environments);
  return names.flatMap((environment) => {
    const file = `${pullRequestClusterFolder}/${environment}.yaml`;
    if (!deployed.includes(environment)) {
      throw new GitopsError(
        `${file}: no ring of stacks/rings.yaml deploys "${environment}"; ${suggestion(environment, deployed)}`,
      );
    }
    const config = readChecked(workspace.root, file, pullRequestClusterConfig);
    return config === undefined ? [] : [{ environment, ...config }];
  });
}
