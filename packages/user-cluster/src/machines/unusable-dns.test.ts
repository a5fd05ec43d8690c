// SPDX-License-Identifier: Apache-2.0
import { testConfig } from './test-cluster.ts';
import { unusableReason } from './unusable-dns.ts';

const { kubernetes } = testConfig();
const inside = 'is an address inside the user cluster, which its machines need DNS to become';

// Proves: cluster-networks.node-local-dns
test.each([
  ['169.254.255.255', expect.stringMatching(/^is link-local, where clusters cache DNS/) as string],
  ['169.255.0.0', undefined],
  ['fe80::53', 'is link-local: the guest would ask its own link'],
  ['fd00::53', undefined],
  ['127.0.0.53', 'is the guest itself'],
  ['::1', 'is the guest itself'],
  ['::2', undefined],
  ['10.100.0.10', inside],
  ['10.101.0.10', inside],
  ['10.102.0.10', undefined],
])('of the server %s says %s', (server, reason) => {
  expect(unusableReason(server, { config: { kubernetes } })).toEqual(reason);
});

test('says nothing about what is no address, or about ranges that are missing or wrong', () => {
  expect(unusableReason('dns.example.org', { config: { kubernetes } })).toBeUndefined();
  expect(unusableReason('10.101.0.10', { config: {} })).toBeUndefined();
  const wrong = { ...kubernetes, podCidr: 'nowhere', serviceCidr: 'nowhere' };
  expect(unusableReason('10.101.0.10', { config: { kubernetes: wrong } })).toBeUndefined();
});
