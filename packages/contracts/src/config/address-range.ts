// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from './field.ts';
import { ipVersion } from './ip-version.ts';

/** A contiguous range of addresses of one family, both ends included. */
export interface AddressRange {
  readonly family: 'ipv4' | 'ipv6';
  readonly first: bigint;
  readonly last: bigint;
}

interface Address {
  readonly family: AddressRange['family'];
  readonly value: bigint;
}

const bitsOf = { ipv4: 32, ipv6: 128 } as const;

function ipv4Value(address: string): bigint {
  return address.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n);
}

/** Replaces a dotted quad at the end of an IPv6 address by two groups. */
function withoutDottedQuad(address: string): string {
  const quad = /(\d+\.){3}\d+$/.exec(address)?.[0];
  if (quad === undefined) return address;
  const value = ipv4Value(quad);
  const groups = `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  return `${address.slice(0, -quad.length)}${groups}`;
}

function ipv6Value(address: string): bigint {
  const [head = '', tail] = withoutDottedQuad(address).split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: gap }, () => '0'), ...after].reduce(
    (value, group) => value * 0x10000n + BigInt(`0x${group}`),
    0n,
  );
}

function parseAddress(address: string): Address | undefined {
  // An address with a zone is valid on one host only, so it means nothing in a plan.
  const version = address.includes('%') ? 0 : ipVersion(address);
  if (version === 4) return { family: 'ipv4', value: ipv4Value(address) };
  if (version === 0) return undefined;
  const value = ipv6Value(address);
  // ::ffff:10.0.0.1 is another form of 10.0.0.1, and MetalLB reads it so.
  return value >> 32n === 0xffffn
    ? { family: 'ipv4', value: value & 0xffffffffn }
    : { family: 'ipv6', value };
}

function parseCidr(range: string): AddressRange | undefined {
  const [address = '', bits = '', ...more] = range.split('/');
  const parsed = parseAddress(address);
  if (parsed === undefined || more.length > 0 || !/^\d+$/.test(bits)) return undefined;
  // Go reads ::ffff:10.0.0.0/16 as ::/16, for the prefix counts all 128 bits.
  if (parsed.family === 'ipv4' && address.includes(':')) return undefined;
  const free = bitsOf[parsed.family] - Number(bits);
  if (free < 0) return undefined;
  const size = 1n << BigInt(free);
  const first = parsed.value - (parsed.value % size);
  return { family: parsed.family, first, last: first + size - 1n };
}

function parseSpan(range: string): AddressRange | undefined {
  const [first, last, ...more] = range.split('-').map((end) => parseAddress(end.trim()));
  if (first === undefined || last === undefined || more.length > 0) return undefined;
  if (first.family !== last.family || first.value > last.value) return undefined;
  return { family: first.family, first: first.value, last: last.value };
}

/**
 * Parses `first-last`, a CIDR (whose host bits are ignored) or a single address, IPv4 or IPv6.
 *
 * @returns undefined if the text is none of them.
 */
export function parseRange(text: string): AddressRange | undefined {
  if (text.includes('-')) return parseSpan(text);
  if (text.includes('/')) return parseCidr(text);
  const address = parseAddress(text);
  return address && { family: address.family, first: address.value, last: address.value };
}

/** Returns whether a text is a CIDR without host bits. */
export function isCidr(range: string): boolean {
  const [address = ''] = range.split('/');
  const parsed = parseRange(range);
  return range.includes('/') && parsed !== undefined && parseRange(address)?.first === parsed.first;
}

/** Returns whether two ranges have an address in common. */
export function overlaps(one: AddressRange, other: AddressRange): boolean {
  return one.family === other.family && one.first <= other.last && other.first <= one.last;
}

/** Returns whether every address of a range is in another one. */
export function contains(outer: AddressRange, inner: AddressRange): boolean {
  return outer.family === inner.family && outer.first <= inner.first && inner.last <= outer.last;
}

/** Returns whether every address of a text is in another one's, which may be the same. */
export function isInside(inner: string, outer: string): boolean {
  const [one, other] = [parseRange(inner), parseRange(outer)];
  return one !== undefined && other !== undefined && contains(other, one);
}

/** Returns the number of addresses in a range. */
export function sizeOf({ first, last }: AddressRange): bigint {
  return last - first + 1n;
}

/**
 * Returns whether a range is one IPv4 address that ends in .0 or .255, which a pool of MetalLB with
 * `avoidBuggyIPs` gives to no Service.
 *
 * @see https://github.com/metallb/metallb/blob/v0.15.2/internal/allocator/allocator.go `ipConfusesBuggyFirmwares`
 */
export function isBuggyAddress({ family, first, last }: AddressRange): boolean {
  return family === 'ipv4' && first === last && [0n, 255n].includes(first % 256n);
}

/**
 * Returns the length of the shortest prefix among the CIDRs that make up a range, such as 28 for
 * `10.0.0.16-10.0.0.40`, whose largest block is 10.0.0.16/28.
 */
export function shortestPrefix({ family, first, last }: AddressRange): number {
  let shortest: number = bitsOf[family];
  for (let start = first; start <= last;) {
    let bits: number = bitsOf[family];
    let size = 1n;
    while (bits > 0 && start % (size * 2n) === 0n && start + size * 2n - 1n <= last) {
      size *= 2n;
      bits -= 1;
    }
    shortest = Math.min(shortest, bits);
    start += size;
  }
  return shortest;
}

/**
 * A range of addresses for MetalLB: `first-last` or a CIDR, IPv4 or IPv6. Of a CIDR it takes the whole
 * network, whichever address stands there.
 *
 * @see https://metallb.io/configuration/_advanced_ipaddresspool_configuration/
 */
export const addressRange = field(
  z
    .stringFormat('address-range', (text) => /[-/]/.test(text) && parseRange(text) !== undefined)
    .superRefine((text, issues) => {
      const range = parseRange(text);
      if (!text.includes('/') || range === undefined || isCidr(text)) return;
      const [, bits = ''] = text.split('/');
      issues.addIssue(
        `${text} does not begin at the first address of a /${bits} range, and all ${sizeOf(range)} ` +
          'addresses of that range would be taken; begin there, or write a span like "10.0.0.10-10.0.0.20"',
      );
    }),
  'addresses like "10.0.0.10-10.0.0.20" or "10.0.0.0/28"',
);

/** Addresses that are in use elsewhere: an {@link addressRange} or a single address. */
export const addresses = field(
  z.stringFormat('addresses', (range) => parseRange(range) !== undefined),
  'an address like "10.0.0.1", or addresses like "10.0.0.10-10.0.0.20" or "10.0.0.0/28"',
);
