// SPDX-License-Identifier: Apache-2.0
import { describeIssues, formatPath } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { z } from 'zod';

/**
 * Refuses what a generator is about to write, if there is a problem.
 *
 * @param what - completes "... cannot be made like this", such as "The cluster".
 * @throws Error listing all problems.
 */
export function refuse(what: string, problems: readonly Problem[]): void {
  refuseLines(
    what,
    problems.map(({ path, message }) => `${formatPath(path)}: ${message}`),
  );
}

/** Does the same with problems in words. */
export function refuseLines(what: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `\n  ${problem}`);
  throw new Error(`${what} cannot be made like this:${lines.join('')}`);
}

/** Returns what the program would say against the shape of a configuration. */
export function configProblems(schema: z.ZodType, config: unknown): Problem[] {
  const { error } = schema.safeParse(config);
  return error === undefined ? [] : describeIssues(schema, config, error.issues, () => false);
}
