// SPDX-License-Identifier: Apache-2.0
import type { RawConfig } from '@strata/contracts';
import type { StackContent } from './address-plan/index.ts';

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
