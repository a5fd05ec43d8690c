// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from '@strata/contracts/quantity';

/** Returns a quantity in GiB, rounded up; undefined where it is none. */
export function wholeGiB(text: string | undefined): number | undefined {
  const bytes = parseQuantity(text);
  return bytes === undefined ? undefined : Math.ceil(bytes / 2 ** 30);
}

/** Returns memory as a pool has it: in GiB if that is exact, or else in MiB, rounded up. */
export function memoryOf(text: string | undefined): Readonly<Record<string, number>> {
  const bytes = parseQuantity(text);
  if (bytes === undefined) return {};
  return bytes % 2 ** 30 === 0
    ? { memoryGiB: bytes / 2 ** 30 }
    : { memoryMiB: Math.ceil(bytes / 2 ** 20) };
}
