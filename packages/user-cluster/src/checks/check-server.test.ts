// SPDX-License-Identifier: Apache-2.0
import { portOf } from './check-server.ts';

test.each([
  ['https://git.example.org', 443],
  ['https://git.example.org:443', 443],
  ['http://mirror.example.org/path', 80],
  ['ssh://git@git.example.org/strata', 22],
  ['ssh://git@git.example.org:2222/strata', 2222],
])('%s is asked at port %i', (url, port) => {
  expect(portOf(url)).toBe(port);
});

test('a protocol whose usual port is not known is an error, and no port', () => {
  expect(() => portOf('ldap://example.org')).toThrow('no usual port is known of ldap:');
});
