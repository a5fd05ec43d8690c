// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

/** Pattern of the text after `%` in an address: the zone in which the address is valid. */
const zonePattern = /^[0-9A-Za-z.:-]+$/;

// Thousands of addresses are looked at for one configuration, and a schema takes longer to make than to use.
const [ipv4, ipv6] = [z.ipv4(), z.ipv6()];

const isOf = (schema: z.ZodType, text: string) => schema.safeParse(text).success;

/**
 * Returns the version of an IP address, 0 for any other text. An IPv6 address may have a zone. It is what
 * `isIP` of Node returns, without Node: schemas are read in browsers, too.
 */
export function ipVersion(text: string): 0 | 4 | 6 {
  if (isOf(ipv4, text)) return 4;
  const at = text.indexOf('%');
  if (at === -1) return isOf(ipv6, text) ? 6 : 0;
  return zonePattern.test(text.slice(at + 1)) && isOf(ipv6, text.slice(0, at)) ? 6 : 0;
}
