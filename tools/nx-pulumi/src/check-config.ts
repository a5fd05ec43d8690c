// SPDX-License-Identifier: Apache-2.0
import { describeIssues, formatPath } from '@strata/contracts';
import type { z } from 'zod';

/**
 * Checks what a generator is about to write, as the program would.
 *
 * @param what - completes "... cannot be made like this", such as "The cluster".
 * @throws Error listing everything that is wrong.
 */
export function checkConfig(what: string, schema: z.ZodType, config: unknown): void {
  const parsed = schema.safeParse(config);
  if (parsed.success) return;
  const lines = describeIssues(schema, config, parsed.error.issues, () => false).map(
    ({ path, message }) => `\n  ${formatPath(path)}: ${message}`,
  );
  throw new Error(`${what} cannot be made like this:${lines.join('')}`);
}
