// SPDX-License-Identifier: Apache-2.0
import { contains, overlaps, parseRange } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';
import type { Policy, PolicyPeer } from '@strata/network-policies';
import { addressText } from '../address-plan/address-text.ts';

/** A block of addresses that a rule names. */
export interface Block {
  readonly range: AddressRange;
  readonly exceptions: readonly AddressRange[];
}

/** Returns the blocks of addresses that rules name in one direction. */
export function blocksOf(
  policies: readonly Pick<Policy, 'spec'>[],
  direction: 'egress' | 'ingress',
): Block[] {
  const peers = policies.flatMap(({ spec }): readonly PolicyPeer[] =>
    direction === 'egress'
      ? (spec.egress ?? []).flatMap(({ to = [] }) => to)
      : (spec.ingress ?? []).flatMap(({ from = [] }) => from),
  );
  const named = peers.flatMap(({ ipBlock }) => ipBlock ?? []);
  const distinct = new Map(named.map((block) => [JSON.stringify(block), block]));
  return [...distinct.values()].flatMap(({ cidr, except = [] }): Block[] => {
    const range = parseRange(cidr);
    const exceptions = except.flatMap((one) => parseRange(one) ?? []);
    return range === undefined ? [] : [{ range, exceptions }];
  });
}

/** Returns an address inside of a range: the first one of a network often names all of it. */
function usualAddress({ first, last }: AddressRange): bigint {
  const ninth = first + 9n;
  return ninth < last ? ninth : first;
}

const only = (range: AddressRange, value: bigint): AddressRange => ({
  ...range,
  first: value,
  last: value,
});

/** Returns the first address of a range that is in a block and in none of its exceptions. */
function firstInside(range: AddressRange, block: Block): bigint | undefined {
  if (!overlaps(range, block.range)) return undefined;
  const last = range.last < block.range.last ? range.last : block.range.last;
  let address = range.first > block.range.first ? range.first : block.range.first;
  while (address <= last) {
    const at = only(range, address);
    const exception = block.exceptions.find((one) => contains(one, at));
    if (exception === undefined) return address;
    address = exception.last + 1n;
  }
  return undefined;
}

/**
 * Returns addresses of a range, one for each block that has a part of the range and one that stands for
 * all others: whoever has an address in the range could have each of them, and what rules say of these is
 * all that rules can say.
 */
export function addressesIn(text: string, blocks: readonly Block[]): string[] {
  const range = parseRange(text);
  if (range === undefined) return [];
  const usual = usualAddress(range);
  const found = [usual];
  for (const block of blocks) {
    const isKnown = found.some((value) => firstInside(only(range, value), block) !== undefined);
    const inside = isKnown ? undefined : firstInside(range, block);
    if (inside !== undefined) found.push(inside);
  }
  return found.map((value) => addressText(range, value));
}
