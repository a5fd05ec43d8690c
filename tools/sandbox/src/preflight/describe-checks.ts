// SPDX-License-Identifier: Apache-2.0
import type { MachineCheck } from '@strata/toolchain';

/**
 * Renders a table of what was checked and what was found, with the fix of each problem on the line
 * below.
 */
export function describeChecks(checks: readonly MachineCheck[]): string[] {
  const width = Math.max(0, ...checks.map(({ what }) => what.length));
  return checks.flatMap(({ fix, found, what }) => {
    const row = `${what.padEnd(width)}  ${found}`;
    return fix === undefined ? [`  ok     ${row}`] : [`  WRONG  ${row}`, `         fix: ${fix}`];
  });
}
