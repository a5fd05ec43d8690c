// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import type { KubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { userClusterConfig, withRunningPools } from '@strata/user-cluster/config';
import type { UserClusterConfig } from '@strata/user-cluster/config';
import type { EnvironmentFiles } from './address-plan/index.ts';
import { rawClusterConfig, rawStackConfig } from './raw-stack-config.ts';
import { PlanError } from './report.ts';

type ClusterContent = EnvironmentFiles['clusters'][number];

/** Keys that decide what machines there are, and what they take. */
const countedKeys = {
  cluster: ['controlPlane', 'hibernated', 'pools', 'storage'],
  platform: ['flavors', 'instancetypes', 'kubevirt', 'networks', 'preferences', 'release'],
} as const satisfies {
  readonly cluster: readonly (keyof UserClusterConfig)[];
  readonly platform: readonly (keyof KubevirtStackConfig)[];
};

/**
 * Refuses to count by half of a file: what is wrong is left out of a configuration, and machines would
 * be missing without a word.
 *
 * @throws PlanError when a counted key is wrong, or an unknown key may be a misspelt one.
 */
function refuseWrong(
  file: string,
  problems: readonly Problem[],
  counted: readonly string[],
  known: readonly string[],
): void {
  const isCounted = ({ path: [key = ''] }: Problem) =>
    counted.includes(String(key)) || !known.includes(String(key));
  if (problems.some(isCounted)) throw new PlanError(`${file} is wrong; its preview says what`);
}

/**
 * Reads the file of a user cluster. A hibernated one has no VMs in its pools: their room is free for
 * others.
 *
 * @param moreKeys - keys that count, too. @default none but those of machines
 * @throws PlanError when a part of its configuration that counts is missing or wrong.
 */
export function countedCluster(
  environment: string,
  content: ClusterContent,
  moreKeys: readonly (keyof UserClusterConfig)[] = [],
): Partial<UserClusterConfig> {
  const { problems, valid } = inspectConfig(
    userClusterConfig,
    rawClusterConfig(environment, content),
  );
  const known = Object.keys(userClusterConfig.shape);
  refuseWrong(content.file, problems, [...countedKeys.cluster, ...moreKeys], known);
  return withRunningPools(valid);
}

/**
 * Reads the file of an environment's platform.
 *
 * @returns nothing where it has no such file.
 * @throws PlanError when a part of its configuration that counts is wrong.
 */
export function countedPlatform({
  name,
  platform,
}: EnvironmentFiles): Partial<KubevirtStackConfig> {
  if (platform === undefined) return {};
  const raw = rawStackConfig('kubevirt-stack', name, platform);
  const { problems, valid } = inspectConfig(kubevirtStackConfig, raw);
  const known = Object.keys(kubevirtStackConfig.shape);
  refuseWrong(platform.file, problems, countedKeys.platform, known);
  return valid;
}
