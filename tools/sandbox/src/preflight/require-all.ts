// SPDX-License-Identifier: Apache-2.0
import type { MachineCheck } from '@strata/toolchain';
import { UserError } from '../user-error.ts';

/** Renders what has to be mended, one line each: `what: found; fix`. */
export function describeLacks(checks: readonly MachineCheck[]): string[] {
  return checks.flatMap(({ fix, found, what }) =>
    fix === undefined ? [] : [`${what}: ${found}; ${fix}`],
  );
}

/**
 * Does nothing when the machine lacks nothing.
 *
 * @throws UserError that lists everything the machine lacks, with the fix of each.
 */
export function requireAll(checks: readonly MachineCheck[]): void {
  const lacks = describeLacks(checks);
  if (lacks.length === 0) return;
  throw new UserError(
    ['This machine cannot run the sandbox as it is:', ...lacks.map((line) => `  ${line}`)].join(
      '\n',
    ),
  );
}
