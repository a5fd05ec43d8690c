// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from './field.ts';
import { ipVersion } from './ip-version.ts';

/** @see https://datatracker.ietf.org/doc/html/rfc1123#page-13 */
const hostName =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Returns whether a text is a host name or an address; numbers with dots are meant as an address. */
function isServerName(text: string): boolean {
  if (ipVersion(text) !== 0) return !text.includes('%');
  return hostName.test(text) && !/^[\d.]+$/.test(text);
}

/**
 * Makes a field for a host name or an address, as certificates have them.
 *
 * @param more - completes the text of messages, such as ", without a port".
 */
export function serverName(more = '') {
  return field(
    z.stringFormat('server-name', isServerName),
    `a host name in lower case or an address${more}`,
  );
}

/** Makes a field for one IPv4 address, without a prefix length. */
export function ipv4Address() {
  return field(
    z.stringFormat('address', (text) => ipVersion(text) === 4),
    'one IPv4 address',
  );
}
