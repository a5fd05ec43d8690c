// SPDX-License-Identifier: Apache-2.0
import { checkPeers } from './check-peers.ts';

const router = { name: 'tor-1', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' };

const rack = (name: string) => ({
  ...router,
  name: `tor-${name}`,
  myASN: 64512 + Number(name),
  nodeSelector: { 'topology.kubernetes.io/zone': `rack-${name}` },
});

test('rejects a router that is listed twice', () => {
  const peers = [router, { ...router, peerASN: 64512 }];
  expect(checkPeers({ peers })).toEqual([
    {
      path: ['metallb', 'bgp', 'peers', 1, 'name'],
      message: '"tor-1" exists already; choose another',
    },
    {
      path: ['metallb', 'bgp', 'peers', 1, 'peerAddress'],
      message:
        '"10.0.0.1" is that of metallb.bgp.peers[0] already, and hosts would open two sessions; give each a nodeSelector with another value of one label',
    },
  ]);
});

test('accepts one address for the routers of several racks, each with its hosts', () => {
  expect(checkPeers({ peers: [rack('1'), rack('2'), rack('3')] })).toEqual([]);
});

test('rejects one address where hosts can have both labels, or one router has no label', () => {
  const other = { ...rack('2'), nodeSelector: { edge: 'true' } };
  for (const peers of [
    [rack('1'), other],
    [rack('1'), { ...router, name: 'all' }],
  ]) {
    expect(checkPeers({ peers }).map(({ path }) => path)).toEqual([
      ['metallb', 'bgp', 'peers', 1, 'peerAddress'],
    ]);
  }
});
