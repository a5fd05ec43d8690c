// SPDX-License-Identifier: Apache-2.0
import type { MetallbConfig } from '../config/index.ts';
import type { AddressPool } from './render-address-pools.ts';
import { silentHosts } from './silent-hosts.ts';

const excluded = { 'node.kubernetes.io/exclude-from-external-load-balancers': '' };
const hosts = [
  { name: 'metal-0', labels: excluded },
  { name: 'metal-1', labels: { rack: 'a' } },
  { name: 'metal-2', labels: { rack: 'b' } },
];
const pool = { name: 'default', addresses: ['10.0.0.0/28'], autoAssign: true };
const silent = (more: Partial<MetallbConfig> = {}, announce?: AddressPool['announce']) => {
  const asked = { ...pool, ...(announce !== undefined && { announce }) };
  return silentHosts(asked, { pools: [asked], ...more }, hosts);
};
const peer = { name: 'tor', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' };

test('a control plane announces no address, unless the configuration says otherwise', () => {
  expect(silent()).toEqual(['metal-0']);
  expect(silent({ excludedHosts: 'skip' })).toEqual(['metal-0']);
  expect(silent({ excludedHosts: 'announce' })).toEqual([]);
});

test('hosts outside of all selectors announce none', () => {
  expect(silent({ l2: { nodeSelector: { rack: 'a' } } })).toEqual(['metal-0', 'metal-2']);
  const peers = [{ ...peer, nodeSelector: { rack: 'b' } }];
  expect(silent({ mode: 'bgp', bgp: { peers } })).toEqual(['metal-0', 'metal-1']);
  expect(silent({ mode: 'both', l2: { nodeSelector: { rack: 'a' } }, bgp: { peers } })).toEqual([
    'metal-0',
  ]);
});

test('hosts that announce another pool alone announce no address of this one', () => {
  const l2 = { nodeSelector: { rack: 'a' } };
  const bgp = { peers: [{ ...peer, nodeSelector: { rack: 'b' } }] };
  expect(silent({ mode: 'both', l2, bgp })).toEqual(['metal-0']);
  expect(silent({ mode: 'both', l2, bgp }, 'l2')).toEqual(['metal-0', 'metal-2']);
  expect(silent({ mode: 'l2', l2, bgp }, 'bgp')).toEqual(['metal-0', 'metal-1']);
});
