// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { rejectProblems } from '@strata/contracts/program';
import type { RawConfig } from '@strata/contracts';
import type { FileSource } from '@strata/contracts/file-source';
import { withClusterDefaults } from '@strata/contracts/cluster-defaults';
import { checkConfig } from './check-config.ts';
import type { CheckContext } from './checks/check-context.ts';
import { userClusterConfig, withRunningPools } from './config/index.ts';
import type { UserClusterConfig } from './config/index.ts';
import { withProfiles } from './profiles/with-profiles.ts';
import type { RunningCluster } from './update/index.ts';

/**
 * Checks a stack's configuration in one go: its shape, whether the platform can serve it, and whether
 * the running cluster can be updated to it. The profiles that it extends and the platform's defaults for
 * all clusters are part of it. A hibernated cluster is checked at the size at which it wakes.
 *
 * @param askRunning - asks the infra cluster for the cluster's VMs. When it cannot be asked, all other
 * problems are reported first.
 * @param files - files of the repository, where the profiles are.
 * @throws RunError listing every problem with its path in the stack's YAML file.
 */
export async function readClusterConfig(
  raw: RawConfig,
  facts: Omit<CheckContext, 'config' | 'running'>,
  askRunning: () => Promise<RunningCluster>,
  files: FileSource,
): Promise<UserClusterConfig> {
  const { environment, platform } = facts;
  const profiled = withProfiles(raw, files);
  const whole = withClusterDefaults(profiled.raw, environment, platform.userClusterDefaults);
  const { valid, problemsWith } = inspectConfig(userClusterConfig, whole.raw);
  const check = (running: RunningCluster | undefined) => {
    const problems = problemsWith((config) => checkConfig({ ...facts, config, running }));
    const found = profiled.withOrigin(whole.withOrigin(problems));
    rejectProblems(raw, [...profiled.problems, ...found]);
  };
  const running = await askRunning().catch((error: unknown) => {
    check(undefined);
    throw error;
  });
  check(running);
  // `check` has thrown if a key is missing.
  return withRunningPools(valid as UserClusterConfig);
}
