// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from './field.ts';
import { ipVersion } from './ip-version.ts';

/** A host whose last part is a number, decimal or hexadecimal: it can only be an address. */
const numberAtEnd = /(^|\.)(\d+|0x[0-9a-f]*)$/i;

/**
 * Returns whether a URL can be read, and its host is a name or a whole IPv4 address: parsers of URLs
 * take `1.2.3` for 1.2.0.3 and names with empty parts, and refuse `10.0.0.256` and ports above 65535.
 *
 * @see https://url.spec.whatwg.org/#concept-ipv4-parser
 */
function isReadable(url: string): boolean {
  const host = /^[a-z]+:\/\/(?:[^/@]*@)?([^/:]*)/i.exec(url)?.[1] ?? '';
  if (host.includes('..')) return false;
  return URL.canParse(url) && (!numberAtEnd.test(host) || ipVersion(host) === 4);
}

/** Makes a field for the URL of a server: of this pattern, and with a host and a port that there can be. */
export function serverUrl(pattern: RegExp, expected: string) {
  return field(z.string().regex(pattern, { abort: true }).refine(isReadable), expected);
}
