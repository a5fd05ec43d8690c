// SPDX-License-Identifier: Apache-2.0
import type { AddressRange } from '@strata/contracts';

interface HasRange {
  readonly range: AddressRange;
}

function byFirst({ range: one }: HasRange, { range: other }: HasRange): number {
  if (one.family !== other.family) return one.family < other.family ? -1 : 1;
  if (one.first === other.first) return 0;
  return one.first < other.first ? -1 : 1;
}

/**
 * Returns every pair of ranges that have an address in common.
 *
 * It sweeps once from the lowest address to the highest and keeps the ranges that contain the
 * current one, so it costs as much as sorting, and one step for each pair found.
 */
export function overlappingPairs<T extends HasRange>(claims: readonly T[]): (readonly [T, T])[] {
  const pairs: (readonly [T, T])[] = [];
  let open: T[] = [];
  for (const claim of [...claims].sort(byFirst)) {
    const { family, first } = claim.range;
    open = open.filter(({ range }) => range.family === family && range.last >= first);
    for (const other of open) pairs.push([other, claim]);
    open.push(claim);
  }
  return pairs;
}
