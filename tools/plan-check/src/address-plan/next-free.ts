// SPDX-License-Identifier: Apache-2.0
import { overlaps, parseRange } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';

const ipv4Bits = 32;

/** Returns a number as a dotted address. */
export function dotted(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
}

function parsed(ranges: readonly string[]): AddressRange[] {
  return ranges.flatMap((range) => parseRange(range) ?? []);
}

/**
 * Returns the first IPv4 block of a size that lies in one of the ranges and overlaps nothing that
 * is taken.
 *
 * @param taken - ranges and addresses; texts that are neither are ignored.
 * @returns undefined if every block is taken.
 */
export function nextFreeBlock(
  ranges: readonly string[],
  prefix: number,
  taken: readonly string[],
): string | undefined {
  const size = 1n << BigInt(ipv4Bits - prefix);
  const obstacles = parsed(taken);
  for (const { family, first, last } of parsed(ranges)) {
    if (family !== 'ipv4') continue;
    let start = ((first + size - 1n) / size) * size;
    while (start + size - 1n <= last) {
      const block: AddressRange = { family, first: start, last: start + size - 1n };
      const obstacle = obstacles.find((range) => overlaps(range, block));
      if (obstacle === undefined) return `${dotted(start)}/${prefix}`;
      // Continue behind it: a small obstacle in a large range must not cost a step for each
      // address.
      start = (obstacle.last / size + 1n) * size;
    }
  }
  return undefined;
}

/** Returns the first free IPv4 address of the ranges, or undefined. */
export function nextFreeAddress(
  ranges: readonly string[],
  taken: readonly string[],
): string | undefined {
  return nextFreeBlock(ranges, ipv4Bits, taken)?.replace('/32', '');
}

/** Returns the first free number, both ends included, or undefined. */
export function nextFreeNumber(
  { first, last }: { readonly first: number; readonly last: number },
  taken: readonly number[],
): number | undefined {
  const used = new Set(taken);
  for (let number = first; number <= last; number += 1) if (!used.has(number)) return number;
  return undefined;
}
