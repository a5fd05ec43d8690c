// SPDX-License-Identifier: Apache-2.0
import { BlockList, isIP } from 'node:net';

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function addRange(list: BlockList, range: string): void {
  const [first = '', last = first] = range.split('-').map((end) => end.trim());
  const [network = '', bits] = range.split('/');
  try {
    if (bits === undefined) list.addRange(first, last, familyOf(first));
    else list.addSubnet(network, Number(bits), familyOf(network));
  } catch {
    throw new Error(`"${range}" is no range of addresses like 10.0.0.10-10.0.0.20 or 10.0.0.0/28`);
  }
}

/**
 * Returns whether an address is in one of the ranges, each written as `first-last`, a CIDR or an
 * address.
 *
 * @throws Error naming the text that is none of these.
 */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  for (const range of ranges) addRange(list, range);
  return list.check(address, familyOf(address));
}
