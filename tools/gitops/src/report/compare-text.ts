// SPDX-License-Identifier: Apache-2.0

/** Compares texts by their characters, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
