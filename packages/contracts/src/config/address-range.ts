// SPDX-License-Identifier: Apache-2.0
import { BlockList, SocketAddress, isIP } from 'node:net';
import { z } from 'zod';
import { field } from './field.ts';

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

function isCidr(range: string): boolean {
  const [address = '', bits = '', ...more] = range.split('/');
  const family = familyOf(address);
  if (family === undefined || more.length > 0 || !/^\d+$/.test(bits)) return false;
  return Number(bits) <= (family === 'ipv4' ? 32 : 128);
}

function isSpan(range: string): boolean {
  const [first = '', last = '', ...more] = range.split('-').map((address) => address.trim());
  const family = familyOf(first);
  if (family === undefined || family !== familyOf(last) || more.length > 0) return false;
  try {
    // Refuses a span that ends before it starts.
    new BlockList().addRange(
      new SocketAddress({ address: first, family }),
      new SocketAddress({ address: last, family }),
    );
    return true;
  } catch {
    return false;
  }
}

/**
 * Addresses to hand out, as MetalLB writes them: `first-last` or a CIDR, IPv4 or IPv6.
 *
 * @see https://metallb.io/configuration/_advanced_ipaddresspool_configuration/
 */
export const addressRange = field(
  z.stringFormat('address-range', (range) => isSpan(range) || isCidr(range)),
  'addresses like "10.0.0.10-10.0.0.20" or "10.0.0.0/28"',
);
