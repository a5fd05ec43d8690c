// SPDX-License-Identifier: Apache-2.0

const decimalUnits = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
const binaryUnits = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Bytes in the canonical form of a decimal quantity: `5G`, `1073741824`. */
export function decimalQuantity(bytes: number): string {
  return shortest(bytes, 1_000, decimalUnits);
}

/** Bytes in the canonical form of a binary quantity: `1Gi`, `5000000000`. */
export function binaryQuantity(bytes: number): string {
  return shortest(bytes, 1_024, binaryUnits);
}

function shortest(bytes: number, step: number, units: readonly string[]): string {
  let value = bytes;
  let unit = 0;
  while (value !== 0 && value % step === 0 && unit < units.length - 1) {
    value /= step;
    unit += 1;
  }
  return `${value}${units[unit] ?? ''}`;
}
