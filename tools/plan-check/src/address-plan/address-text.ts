// SPDX-License-Identifier: Apache-2.0
import type { AddressRange } from '@strata/contracts';
import { dotted } from './next-free.ts';

/** Returns a number as an address, one of IPv6 in its short form. */
export function addressText({ family }: Pick<AddressRange, 'family'>, value: bigint): string {
  if (family === 'ipv4') return dotted(value);
  const digits = value.toString(16).padStart(32, '0');
  const groups = (digits.match(/.{4}/g) ?? []).join(':');
  // A URL writes an address of IPv6 in its short form.
  return new URL(`http://[${groups}]`).hostname.slice(1, -1);
}
