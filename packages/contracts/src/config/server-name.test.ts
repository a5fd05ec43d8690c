// SPDX-License-Identifier: Apache-2.0
import { ipv4Address, serverName } from './server-name.ts';

test.each(['api.example.org', 'k8s', '10.0.0.1', 'fd00::1', '1.example'])(
  '%s is a server',
  (text) => {
    expect(serverName().safeParse(text).success).toBe(true);
  },
);

test.each([
  'https://10.20.0.10',
  '10.20.0.10:6443',
  'k8s api',
  '192.0.2.256',
  'API.example.org',
  'root@10.0.0.1',
  'api.example.org.',
  'fe80::1%eth0',
  '10.0.0.1/32',
  '',
])('"%s" is none', (text) => {
  expect(serverName().safeParse(text).success).toBe(false);
});

// MetalLB reads `metallb.io/loadBalancerIPs` with net.ParseIP.
test.each([
  ['203.0.113.2', true],
  ['203.0.113.2/32', false],
  ['203.0.113.2-203.0.113.2', false],
  ['::ffff:203.0.113.2', false],
  ['fd00::1', false],
  ['api.example', false],
])('%s is one IPv4 address: %s', (text, expected) => {
  expect(ipv4Address().safeParse(text).success).toBe(expected);
});
