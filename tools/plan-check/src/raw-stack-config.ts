// SPDX-License-Identifier: Apache-2.0
import type { RawConfig, StackContent } from '@strata/contracts';

/** Encrypted values as their plain text would be: nobody here has the key, and nobody reads them. */
function withoutMarks(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'secure' in value ? value.secure : value;
}

/** The configuration of a stack's file as the engine would hand it over. */
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
