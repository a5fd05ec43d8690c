// SPDX-License-Identifier: Apache-2.0
import type { RawConfig } from '@strata/contracts';
import type { EnvironmentFiles, StackContent } from './address-plan/index.ts';
import { PlanError } from './report.ts';

/**
 * Replaces an encrypted value by its ciphertext, as if that were the plain text: no key is
 * available here, and nothing reads the value.
 */
function withoutMarks(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'secure' in value ? value.secure : value;
}

/** Returns the configuration in a stack's file as the engine would pass it to the program. */
export function rawStackConfig(
  project: string,
  stack: string,
  { config }: Pick<StackContent, 'config'>,
): RawConfig {
  const values = Object.entries(config).map(([key, value]) => [
    `${project}:${key}`,
    typeof value === 'string' ? value : JSON.stringify(value, withoutMarks),
  ]);
  return {
    project,
    stack,
    values: Object.fromEntries(values) as Record<string, string>,
    secretKeys: Object.entries(config)
      .filter(([, value]) => JSON.stringify(value).includes('"secure":'))
      .map(([key]) => `${project}:${key}`),
  };
}

/**
 * Returns the same of a user cluster, with what it takes from profiles.
 *
 * @throws PlanError when one of them cannot be read, so nobody knows all of it.
 */
export function rawClusterConfig(
  environment: string,
  content: EnvironmentFiles['clusters'][number],
): RawConfig {
  if (content.lacksProfile === true) {
    throw new PlanError(
      `${content.file} extends a profile that cannot be read; its preview says which`,
    );
  }
  return rawStackConfig('user-cluster', `${environment}.${content.name}`, content);
}
