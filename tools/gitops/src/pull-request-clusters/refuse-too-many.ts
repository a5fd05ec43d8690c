// SPDX-License-Identifier: Apache-2.0
import { blastRadiusFile, blastRadiusLimits } from '@strata/plan-check/blast-radius';
import { readChecked } from '@strata/plan-check/read-yaml';
import { GitopsError } from '../gitops-error.ts';
import { pullRequestClusterFolder } from './pull-request-cluster-config.ts';
import type { EnvironmentConfig } from './read-pull-request-cluster-configs.ts';

/**
 * Refuses settings by which labels alone could make a deployment exceed the limits of its environment:
 * it would be refused with all else that is in it.
 *
 * @throws GitopsError naming both files.
 */
export function refuseTooMany(
  root: string,
  { environment, most }: Pick<EnvironmentConfig, 'environment' | 'most'>,
): void {
  const limits = blastRadiusFile(environment);
  const { clusters } = readChecked(root, limits, blastRadiusLimits) ?? {};
  if (clusters === undefined || most <= clusters) return;
  throw new GitopsError(
    `${pullRequestClusterFolder}/${environment}.yaml: most: ${most} is more than clusters: ${clusters} of ${limits}, so that a deployment which makes as many at once would be refused with all else in it; lower most, or raise that limit`,
  );
}
