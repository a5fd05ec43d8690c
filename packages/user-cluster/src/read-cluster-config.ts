// SPDX-License-Identifier: Apache-2.0
import { inspectConfig, rejectProblems, userClusterConfig } from '@strata/contracts';
import type { RawConfig, UserClusterConfig } from '@strata/contracts';
import { checkConfig } from './check-config.ts';
import type { CheckContext } from './checks/check-context.ts';

/**
 * Checks a stack's configuration: its shape, and what it asks of the platform, all in one go.
 *
 * @throws RunError listing every problem with its path in the stack's YAML file.
 */
export function readClusterConfig(
  raw: RawConfig,
  facts: Omit<CheckContext, 'config'>,
): UserClusterConfig {
  const { valid, problems } = inspectConfig(userClusterConfig, raw);
  rejectProblems(raw, [...problems, ...checkConfig({ ...facts, config: valid })]);
  // rejectProblems has thrown if a key is missing.
  return valid as UserClusterConfig;
}
