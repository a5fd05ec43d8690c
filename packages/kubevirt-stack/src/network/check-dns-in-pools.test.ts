// SPDX-License-Identifier: Apache-2.0
import { checkDnsInPools } from './check-dns-in-pools.ts';

const userClusterDefaults = { network: { dns: { servers: ['10.0.0.3', '10.9.0.53'] } } };

const check = (pool: object) =>
  checkDnsInPools({
    metallb: {
      mode: 'l2',
      pools: [{ name: 'a', addresses: ['10.0.0.0/28', '10.0.1.0/28'], autoAssign: true, ...pool }],
    },
    userClusterDefaults,
  });

// Proves: networks.taken-addresses
test('refuses a pool of which any Service could get the address of a DNS server', () => {
  expect(check({})).toEqual([
    {
      path: ['metallb', 'pools', 0, 'addresses', 0],
      message:
        '10.0.0.0/28 contains 10.0.0.3, a DNS server that machines ask, and any Service may get it; leave it out, and if the server is a Service itself, add a pool of this address with autoAssign: false (the server is in userClusterDefaults.network.dns.servers)',
    },
  ]);
});

test('a DNS server may be a Service with an address that no other Service gets', () => {
  expect(check({ autoAssign: false })).toEqual([]);
  expect(check({ boundTo: 'names' })).toEqual([]);
  expect(checkDnsInPools({})).toEqual([]);
});
