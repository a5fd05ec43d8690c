// SPDX-License-Identifier: Apache-2.0
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { MetallbConfig } from '../config/index.ts';
import { checkAnnouncingHosts } from './check-announcing-hosts.ts';

const excluded = { 'node.kubernetes.io/exclude-from-external-load-balancers': '' };

const clusterOf = (...labels: Record<string, string>[]) =>
  ({
    hosts: labels.map((one, index) => ({ name: `metal-${index}`, labels: one })),
  }) as unknown as ClusterFacts;

const controlPlanes = clusterOf(excluded, { ...excluded, rack: 'a' });

const config = (more: Partial<MetallbConfig> = {}): MetallbConfig => ({
  pools: [{ name: 'default', addresses: ['10.0.0.0/28'], autoAssign: true }],
  ...more,
});

const problem = (way: string, hosts: string) => ({
  path: ['metallb', 'excludedHosts'],
  message:
    `nobody would announce pool "default" by ${way}: all hosts that may (${hosts}) have the label ` +
    'node.kubernetes.io/exclude-from-external-load-balancers, which kubeadm gives to control ' +
    'planes; set announce, or take the label away from some of them',
});

const peer = { name: 'tor', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' };

// Proves: networks.control-planes-announce
test('rejects pools that no host would announce because all hosts are control planes', () => {
  expect(checkAnnouncingHosts(config(), controlPlanes)).toEqual([
    problem('l2', 'metal-0, metal-1'),
  ]);
  const both = config({ mode: 'both', bgp: { peers: [peer] } });
  expect(checkAnnouncingHosts(both, controlPlanes)).toEqual([
    problem('l2', 'metal-0, metal-1'),
    problem('bgp', 'metal-0, metal-1'),
  ]);
});

// Proves: networks.control-planes-announce
test('names all pools and hosts, and nothing of ARP if no pool is announced by it', () => {
  const pools = ['a', 'b'].map((name) => ({ name, addresses: [], autoAssign: true }));
  const peers = ['a', 'b'].map((rack) => ({ ...peer, nodeSelector: { rack } }));
  const cluster = clusterOf({ ...excluded, rack: 'a' }, { ...excluded, rack: 'b' }, { rack: 'c' });
  expect(checkAnnouncingHosts({ pools, mode: 'bgp', bgp: { peers } }, cluster)).toEqual([
    {
      path: ['metallb', 'excludedHosts'],
      message:
        'nobody would announce pool "a", pool "b" by bgp: all hosts that may (metal-0, metal-1) ' +
        'have the label node.kubernetes.io/exclude-from-external-load-balancers, which kubeadm ' +
        'gives to control planes; set announce, or take the label away from some of them',
    },
  ]);
  const onlyControlPlanes = config({ mode: 'bgp', bgp: { peers: [peer] } });
  expect(checkAnnouncingHosts(onlyControlPlanes, controlPlanes)).toEqual([
    problem('bgp', 'metal-0, metal-1'),
  ]);
});

test('accepts BGP without routers, which another check reports', () => {
  expect(checkAnnouncingHosts(config({ mode: 'bgp' }), controlPlanes)).toEqual([]);
});

test('accepts them if MetalLB is configured to announce from such hosts', () => {
  expect(checkAnnouncingHosts(config({ excludedHosts: 'announce' }), controlPlanes)).toEqual([]);
});

// Proves: networks.control-planes-announce
test('accepts a pool if one host without the label may announce it', () => {
  const mixed = clusterOf({ ...excluded, rack: 'a' }, { rack: 'b' });
  expect(checkAnnouncingHosts(config(), mixed)).toEqual([]);
  expect(checkAnnouncingHosts(config({ l2: { nodeSelector: { rack: 'a' } } }), mixed)).toEqual([
    problem('l2', 'metal-0'),
  ]);
  const byBgp = (rack: string) =>
    config({ mode: 'bgp', bgp: { peers: [{ ...peer, nodeSelector: { rack } }] } });
  expect(checkAnnouncingHosts(byBgp('a'), mixed)).toEqual([problem('bgp', 'metal-0')]);
  expect(checkAnnouncingHosts(byBgp('b'), mixed)).toEqual([]);
});

test('does not judge hosts that do not exist or cannot be read', () => {
  expect(checkAnnouncingHosts(config(), undefined)).toEqual([]);
  expect(checkAnnouncingHosts(config(), clusterOf())).toEqual([]);
  const later = config({ l2: { nodeSelector: { rack: 'later' } } });
  expect(checkAnnouncingHosts(later, controlPlanes)).toEqual([]);
});
