// SPDX-License-Identifier: Apache-2.0
import type { TestStack } from '@strata/infra/testing';

/** Returns the digests of what the last update has found hosts to have. */
export async function hostSettings(stack: TestStack): Promise<Record<string, string>> {
  const { text } = await stack.pulumi('stack', 'output', 'hostSettings', '--json');
  return JSON.parse(text) as Record<string, string>;
}
