// SPDX-License-Identifier: Apache-2.0
import { printableLine } from '@strata/contracts/one-line';

/** Prints messages about values of another product that are not kept or have changed, if there are any. */
export function printNotKept(product: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.log([`\nNot as ${product} has it:`, ...lines.map(printableLine)].join('\n  '));
}
