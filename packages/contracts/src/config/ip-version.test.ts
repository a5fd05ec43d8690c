// SPDX-License-Identifier: Apache-2.0
import { isIP } from 'node:net';
import { ipVersion } from './ip-version.ts';

test.each([
  ['10.0.0.1', 4],
  ['255.255.255.255', 4],
  ['256.0.0.1', 0],
  ['10.0.0.01', 0],
  ['10.0.0', 0],
  ['10.0.0.1%eth0', 0],
  ['::', 6],
  ['2001:db8::1:2', 6],
  ['2001:DB8::1', 6],
  ['1:2:3:4:5:6:7:8', 6],
  ['1:2:3:4:5:6:7:8:9', 0],
  ['1::2::3', 0],
  ['::ffff:10.0.0.1', 6],
  ['::ffff:10.0.0.256', 0],
  ['fe80::1%eth0', 6],
  ['fe80::1%', 0],
  ['fe80::1%eth_0', 0],
  ['fe80::1%a%b', 0],
  ['[::1]', 0],
  [' 10.0.0.1', 0],
  ['10.0.0.0/8', 0],
  ['', 0],
])('the version of the address "%s" is %d, as Node says, too', (text, version) => {
  expect([ipVersion(text), isIP(text)]).toEqual([version, version]);
});
