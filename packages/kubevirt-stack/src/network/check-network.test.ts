// SPDX-License-Identifier: Apache-2.0
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { MetallbConfig } from '../config/index.ts';
import { checkNetwork } from './check-network.ts';

type Pool = MetallbConfig['pools'][number];

const context = { release: undefined, cluster: undefined };

const pool = (name: string, addresses: string[], more: Partial<Pool> = {}): Pool => ({
  name,
  addresses,
  autoAssign: true,
  ...more,
});

const router = { name: 'tor-1', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' };

const infra = { apiEndpoint: 'https://10.0.0.9:6443', hosts: [] };

const checkPools = (pools: Pool[], more: Partial<MetallbConfig> = {}, cluster?: ClusterFacts) =>
  checkNetwork({ metallb: { pools, ...more } }, { ...context, cluster });

test('reports no problem for pools and networks that fit together', () => {
  expect(
    checkNetwork(
      {
        kubevirt: { migrations: { network: 'moves' } } as never,
        metallb: {
          pools: [
            pool('default', ['10.0.0.16/28', '10.0.0.32-10.0.0.40', 'fd00::/120'], {
              announce: 'l2',
            }),
            pool('tenant', ['10.0.1.0/24'], { boundTo: 'demo' }),
            pool('edge', ['10.0.2.0/24'], { announce: 'both' }),
          ],
          mode: 'bgp',
          l2: { interfaces: ['bond0'] },
          bgp: {
            peers: [router, { ...router, name: 'tor-2', peerASN: 64512, peerAddress: '10.0.0.2' }],
            aggregationLength: 24,
            communities: ['64512:65535', '64513:65535'],
          },
          reserved: ['10.0.0.1', '10.0.0.2-10.0.0.15', 'fd00:1::/64'],
        },
        networks: [
          { name: 'a', type: 'vlan', bridge: 'br1', vlan: 100, mtu: 9216 },
          { name: 'b', type: 'vlan', bridge: 'br2', vlan: 100, mtu: 1280, bridgeMarker: true },
          { name: 'c', type: 'bridge', bridge: 'br1', macSpoofCheck: false, bridgeMarker: true },
          { name: 'd', type: 'sriov', resourceName: 'openshift.io/fast', vlan: 100, vlanQoS: 3 },
          { name: 'e', type: 'sriov', resourceName: 'openshift.io/fast', vlan: 100, trust: true },
          {
            name: 'moves',
            type: 'vlan',
            bridge: 'br1',
            vlan: 7,
            use: 'migration',
            range: '10.7.0.0/24',
          },
        ],
      },
      context,
    ),
  ).toEqual([]);
});

// Proves: networks.taken-addresses
test('rejects pools that overlap, and names both places', () => {
  expect(
    checkPools([
      pool('a', ['10.0.0.0/28', '10.0.0.12-10.0.0.20']),
      pool('a', ['10.0.1.0/24', 'fd00::/64']),
      pool('c', ['10.0.0.20/32', 'fd00::5-fd00::9']),
    ]),
  ).toEqual([
    { path: ['metallb', 'pools', 1, 'name'], message: '"a" exists already; choose another' },
    {
      path: ['metallb', 'pools', 0, 'addresses', 1],
      message:
        '"10.0.0.12-10.0.0.20" overlaps "10.0.0.0/28", which is metallb.pools[0].addresses[0]; ' +
        'an address can be in one pool only',
    },
    {
      path: ['metallb', 'pools', 2, 'addresses', 0],
      message:
        '"10.0.0.20/32" overlaps "10.0.0.12-10.0.0.20", which is metallb.pools[0].addresses[1]; ' +
        'an address can be in one pool only',
    },
    {
      path: ['metallb', 'pools', 2, 'addresses', 1],
      message:
        '"fd00::5-fd00::9" overlaps "fd00::/64", which is metallb.pools[1].addresses[1]; ' +
        'an address can be in one pool only',
    },
  ]);
});

// Proves: networks.taken-addresses
test('rejects addresses that are reserved for something else', () => {
  expect(
    checkPools([pool('a', ['10.0.0.0/28'])], { reserved: ['10.0.0.1', '10.0.0.14-10.0.0.20'] }),
  ).toEqual([
    {
      path: ['metallb', 'pools', 0, 'addresses', 0],
      message:
        '"10.0.0.0/28" contains "10.0.0.1", which is reserved by metallb.reserved[0]; leave it out',
    },
    {
      path: ['metallb', 'pools', 0, 'addresses', 0],
      message:
        '"10.0.0.0/28" overlaps "10.0.0.14-10.0.0.20", which is reserved by metallb.reserved[1]; leave it out',
    },
  ]);
});

// Proves: networks.taken-addresses
test("rejects the addresses of hosts and of the infra cluster's API", () => {
  const host = { name: 'm-0', cpu: 4, memoryGiB: 8, addresses: ['10.0.0.3', 'fd00::3'] };
  const metallb = { pools: [pool('a', ['10.0.0.0/28']), pool('b', ['fd00::/120'])] };
  expect(checkNetwork({ metallb }, { ...context, infra: { ...infra, hosts: [host] } })).toEqual([
    {
      path: ['metallb', 'pools', 0, 'addresses', 0],
      message: '"10.0.0.0/28" contains 10.0.0.3, which the host "m-0" has; leave it out',
    },
    {
      path: ['metallb', 'pools', 0, 'addresses', 0],
      message:
        '"10.0.0.0/28" contains 10.0.0.9, which the API of the infra cluster has; leave it out',
    },
    {
      path: ['metallb', 'pools', 1, 'addresses', 0],
      message: '"fd00::/120" contains fd00::3, which the host "m-0" has; leave it out',
    },
  ]);
  const named = { apiEndpoint: 'https://[fd00::7]:6443', hosts: [] };
  expect(checkNetwork({ metallb }, { ...context, infra: named })).toEqual([
    {
      path: ['metallb', 'pools', 1, 'addresses', 0],
      message:
        '"fd00::/120" contains fd00::7, which the API of the infra cluster has; leave it out',
    },
  ]);
  const byName = { apiEndpoint: 'https://api.example.org:6443', hosts: [] };
  expect(checkNetwork({ metallb }, { ...context, infra: byName })).toEqual([]);
});

test('rejects addresses that no host can announce', () => {
  expect(checkPools([pool('a', ['127.0.0.0/28', '224.0.0.10-224.0.0.20'])])).toEqual([
    {
      path: ['metallb', 'pools', 0, 'addresses', 0],
      message: '"127.0.0.0/28" overlaps 127.0.0.0/8, the loopback range; leave it out',
    },
    {
      path: ['metallb', 'pools', 0, 'addresses', 1],
      message: '"224.0.0.10-224.0.0.20" overlaps 224.0.0.0/4, the multicast range; leave it out',
    },
  ]);
});

test('does not compare addresses that the schema refuses', () => {
  const addresses = ['10.0.0.9-10.0.0.1', '10.0.0.0/33'];
  expect(checkPools([pool('a', addresses)], { reserved: ['gateway'] })).toEqual([]);
});

test('rejects BGP without routers, and settings that no pool uses', () => {
  expect(
    checkPools([pool('a', ['10.0.0.0/28']), pool('b', ['10.0.1.0/28'])], { mode: 'bgp', l2: {} }),
  ).toEqual([
    {
      path: ['metallb', 'bgp', 'peers'],
      message:
        'no router would learn the addresses of pool "a", pool "b"; add a router, or set announce: l2',
    },
    {
      path: ['metallb', 'l2'],
      message:
        "has no effect, because no pool is announced by l2; remove it, or set mode or the pool's announce",
    },
  ]);
  expect(checkPools([pool('a', ['10.0.0.0/28'])], { bgp: { peers: [router] } })).toEqual([
    {
      path: ['metallb', 'bgp'],
      message:
        "has no effect, because no pool is announced by bgp; remove it, or set mode or the pool's announce",
    },
  ]);
});

test("rejects pools that MetalLB's native BGP refuses", () => {
  expect(
    checkPools([pool('a', ['10.0.0.16-10.0.0.40', 'fd00::/120'])], {
      mode: 'both',
      bgp: { peers: [router], aggregationLength: 24, communities: ['64512:65536'] },
    }),
  ).toEqual([
    {
      path: ['metallb', 'bgp', 'aggregationLength'],
      message:
        'no block of "10.0.0.16-10.0.0.40" in pool "a" is as large as a /24; choose 28 or more',
    },
    {
      path: ['metallb', 'pools', 0, 'addresses', 1],
      message:
        'MetalLB\'s own BGP does not announce IPv6 such as "fd00::/120"; put it into a pool with announce: l2',
    },
    {
      path: ['metallb', 'bgp', 'communities', 0],
      message: 'both numbers of "64512:65536" must be at most 65535',
    },
  ]);
});

test('rejects a community that is listed twice, as the webhook of MetalLB does', () => {
  const communities = ['64512:100', '64512:200', '64512:0100'];
  const bgp = { peers: [router], communities };
  expect(checkPools([pool('a', ['10.0.0.0/28'])], { mode: 'bgp', bgp })).toEqual([
    {
      path: ['metallb', 'bgp', 'communities', 2],
      message: '"64512:0100" is metallb.bgp.communities[0] already; remove it',
    },
  ]);
});

// Proves: networks.strict-arp
test('rejects ARP if every host would answer', () => {
  const cluster = (mode: string, strictARP: boolean) =>
    ({ hosts: [], kubeProxy: { mode, strictARP } }) as unknown as ClusterFacts;
  const pools = [pool('a', ['10.0.0.0/28'])];
  expect(checkPools(pools, {}, cluster('ipvs', false))).toEqual([
    {
      path: ['metallb'],
      message:
        'kube-proxy of the infra cluster is in IPVS mode without strictARP, so every host would answer for ' +
        'every address; set ipvs.strictARP: true in the ConfigMap kube-system/kube-proxy and restart it',
    },
  ]);
  expect(checkPools(pools, {}, cluster('ipvs', true))).toEqual([]);
  expect(checkPools(pools, {}, cluster('iptables', false))).toEqual([]);
  const byBgp = { mode: 'bgp' as const, bgp: { peers: [router] } };
  expect(checkPools(pools, byBgp, cluster('ipvs', false))).toEqual([]);
});

test('rejects limits of Multus below its requests', () => {
  const multus = { resources: { limits: { memory: '64Mi' } } };
  expect(checkNetwork({ multus }, context)).toEqual([
    {
      path: ['multus', 'resources', 'limits', 'memory'],
      message:
        '"64Mi" is less than what is asked for, "128Mi"; give more, or ask for less in requests.memory',
    },
  ]);
});

// Proves: kubevirt.migration-network
test('rejects migrations over an unknown network', () => {
  const kubevirt = { migrations: { network: 'move' } } as never;
  const bridge = { type: 'bridge', bridge: 'br1' } as const;
  const networks = [
    { ...bridge, name: 'moves', use: 'migration' as const, range: '10.0.0.0/24' },
    { ...bridge, bridge: 'br2', name: 'move' },
  ];
  expect(checkNetwork({ kubevirt, networks }, context)).toEqual([
    {
      path: ['kubevirt', 'migrations', 'network'],
      message: 'networks has no "move" with use: migration; did you mean "moves"?',
    },
  ]);
  expect(checkNetwork({ kubevirt }, context)).toEqual([]);
});

// Proves: networks.vlans-on-hosts
test('rejects a VLAN that the hosts do not carry to their bridge', () => {
  const check = (vlan: number, bridge = 'br1') =>
    checkNetwork(
      { networks: [{ name: 'storage', type: 'vlan', bridge, vlan }] },
      { ...context, infra: { ...infra, bridges: [{ name: 'br1', vlans: [100, '400-699'] }] } },
    );
  expect(check(101)).toEqual([
    {
      path: ['networks', 0, 'vlan'],
      message:
        'the hosts do not carry VLAN 101 to "br1", only 100, 400-699; take one of these, or add it there',
    },
  ]);
  expect(check(100)).toEqual([]);
  expect(check(699)).toEqual([]);
  // br9 is not made by the infra stack.
  expect(check(101, 'br9')).toEqual([]);
});
