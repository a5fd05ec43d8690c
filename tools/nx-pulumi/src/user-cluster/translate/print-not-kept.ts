// SPDX-License-Identifier: Apache-2.0

/** Prints messages about values of another product that are not kept or have changed, if there are any. */
export function printNotKept(product: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log([`\nNot as ${product} has it:`, ...lines].join('\n  '));
}
