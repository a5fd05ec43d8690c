// SPDX-License-Identifier: Apache-2.0
import type { AddressRange } from '@strata/contracts';

function formatIpv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => ((value >> shift) & 0xffn).toString()).join('.');
}

/** Returns how many trailing bits of the address one CIDR can cover without going beyond the end. */
function freeBits(start: bigint, last: bigint): number {
  let bits = 0;
  for (let size = 2n; start % size === 0n && start + size - 1n <= last; size *= 2n) {
    bits += 1;
  }
  return bits;
}

/**
 * Returns the fewest CIDRs that make up a range of IPv4 addresses; none for IPv6, which user clusters do
 * not have: what no rule allows is denied.
 */
export function blocksOf({ family, first, last }: AddressRange): string[] {
  const blocks: string[] = [];
  if (family === 'ipv6') return blocks;
  for (let start = first; start <= last;) {
    const bits = freeBits(start, last);
    blocks.push(`${formatIpv4(start)}/${32 - bits}`);
    start += 1n << BigInt(bits);
  }
  return blocks;
}
