// SPDX-License-Identifier: Apache-2.0
import { parseRange } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';
import { rangeText, withoutRange } from '../address-plan/ranges-without.ts';

/** Addresses that a pool no longer has. */
export interface GoneAddresses {
  readonly count: number;
  /** In the order of the pool. */
  readonly ranges: readonly string[];
}

/** All addresses of IPv4. More are not counted, so that sums of ranges of IPv6 stay exact numbers. */
const mostCounted = 2n ** 32n;

/** Returns what is gone of one range, which keeps its own text if all of it is. */
function goneOf(text: string, had: AddressRange, has: readonly AddressRange[]): GoneAddresses {
  let gone = [had];
  for (const range of has) gone = gone.flatMap((one) => withoutRange(one, range));
  const count = gone.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
  const isWhole = gone.some(({ first, last }) => first === had.first && last === had.last);
  return {
    count: Number(count < mostCounted ? count : mostCounted),
    ranges: isWhole ? [text] : gone.map(rangeText),
  };
}

/**
 * Returns the addresses of a pool that are in none of its new ranges, however these are written.
 *
 * @param had - ranges; a text that is none counts as one address.
 */
export function goneAddresses(had: readonly string[], has: readonly string[]): GoneAddresses {
  const kept = has.flatMap((text) => parseRange(text) ?? []);
  const gone = had.map((text): GoneAddresses => {
    const range = parseRange(text);
    if (range !== undefined) return goneOf(text, range, kept);
    return has.includes(text) ? { count: 0, ranges: [] } : { count: 1, ranges: [text] };
  });
  return {
    count: gone.reduce((sum, { count }) => sum + count, 0),
    ranges: gone.flatMap(({ ranges }) => ranges),
  };
}
