// SPDX-License-Identifier: Apache-2.0
import type { MetallbConfig } from '../config/index.ts';
import { checkAggregation } from './check-aggregation.ts';

const infra = {
  apiEndpoint: 'https://10.0.9.9:6443',
  hosts: [{ name: 'metal-0', addresses: ['10.0.0.3'] }] as never,
};

const pool = (name: string, range: string, announce?: 'l2') => ({
  name,
  addresses: [range],
  autoAssign: true,
  ...(announce !== undefined && { announce }),
});

function problemsOf(pools: MetallbConfig['pools'], length?: number, more: object = {}) {
  const peers = [{ name: 'tor-1', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.2' }];
  const bgp = { peers, ...(length !== undefined && { aggregationLength: length }) };
  return checkAggregation({ pools, mode: 'bgp', bgp, ...more }, infra);
}

test('names whose addresses would be announced with those of a pool', () => {
  const pools = [
    pool('a', '10.0.0.10-10.0.0.199'),
    pool('b', '10.0.0.200-10.0.0.210', 'l2'),
    pool('c', '10.0.1.0/24', 'l2'),
  ];
  expect(problemsOf(pools, 26, { reserved: ['10.0.0.1'] })).toEqual([
    {
      path: ['metallb', 'bgp', 'aggregationLength'],
      message:
        'the /26 around "10.0.0.10-10.0.0.199" of pool "a" are announced as a whole, and with them 10.0.0.3 of the host "metal-0", 10.0.0.2 of the router "tor-1", 10.0.0.1 of metallb.reserved, 10.0.0.200-10.0.0.210 of the pool "b"; give the pool whole networks of this length, or choose a larger number',
    },
  ]);
});

test('accepts whole networks, and parts whose rest nobody has', () => {
  expect(problemsOf([pool('a', '10.0.0.64-10.0.0.191')], 26)).toEqual([]);
  expect(problemsOf([pool('a', '10.0.0.70-10.0.0.180')], 26)).toEqual([]);
});

test('single addresses draw nothing else', () => {
  expect(problemsOf([pool('a', '10.0.0.10-10.0.0.199')], 32)).toEqual([]);
  expect(problemsOf([pool('a', '10.0.0.10-10.0.0.199')])).toEqual([]);
});

test('does not judge pools that are announced by ARP', () => {
  expect(problemsOf([pool('a', '10.0.0.10-10.0.0.199', 'l2')], 26)).toEqual([]);
});
