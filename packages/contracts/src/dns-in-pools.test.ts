// SPDX-License-Identifier: Apache-2.0
import { dnsInPools } from './dns-in-pools.ts';

const addresses = ['10.0.0.0/28', '10.0.1.0/28'];
const servers = ['10.0.1.3', '10.9.0.53'];

test('names the range of which any Service could get the address of a DNS server', () => {
  const pools = [
    { autoAssign: false, addresses },
    { autoAssign: true, addresses },
  ];
  expect(dnsInPools(pools, servers)).toEqual([
    {
      pool: 1,
      range: 1,
      server: '10.0.1.3',
      message:
        '10.0.1.0/28 contains 10.0.1.3, a DNS server that machines ask, and any Service may get it; leave it out, and if the server is a Service itself, add a pool of this address with autoAssign: false',
    },
  ]);
});

test('a DNS server may have an address that no other Service gets', () => {
  expect(dnsInPools([{ autoAssign: false, addresses }], servers)).toEqual([]);
  expect(dnsInPools([{ autoAssign: true, boundTo: 'names', addresses }], servers)).toEqual([]);
});
