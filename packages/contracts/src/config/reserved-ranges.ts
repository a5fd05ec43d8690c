// SPDX-License-Identifier: Apache-2.0
import { overlaps, parseRange } from './address-range.ts';
import type { AddressRange } from './address-range.ts';

/** A range of addresses with a special meaning. */
export interface ReservedRange {
  readonly cidr: string;
  /** Completes "is in ...". */
  readonly what: string;
  /** Whether a cluster may have its own addresses in the range. */
  readonly usable: boolean;
}

/**
 * IPv4 ranges that are not public addresses of the internet.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml
 */
export const reservedRanges: readonly ReservedRange[] = [
  { cidr: '0.0.0.0/8', what: 'the range that means "this host"', usable: false },
  { cidr: '10.0.0.0/8', what: 'a private range', usable: true },
  { cidr: '100.64.0.0/10', what: "a range for carriers' own networks", usable: true },
  { cidr: '127.0.0.0/8', what: 'the loopback range', usable: false },
  {
    cidr: '169.254.0.0/16',
    what: 'the link-local range, where metadata services and node-local DNS are',
    usable: false,
  },
  { cidr: '172.16.0.0/12', what: 'a private range', usable: true },
  { cidr: '192.0.0.0/24', what: 'a range for protocols', usable: false },
  { cidr: '192.168.0.0/16', what: 'a private range', usable: true },
  { cidr: '198.18.0.0/15', what: 'a range for benchmarks', usable: true },
  { cidr: '224.0.0.0/4', what: 'the multicast range', usable: false },
  { cidr: '240.0.0.0/4', what: 'a range for the future', usable: false },
];

/** Returns the reserved range that overlaps a range and that nobody may have addresses in, if any. */
export function unusableRange(range: AddressRange): ReservedRange | undefined {
  return reservedRanges.find(({ cidr, usable }) => {
    const reserved = parseRange(cidr);
    return !usable && reserved !== undefined && overlaps(range, reserved);
  });
}
