// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import { checkNetwork } from './index.ts';
import { smallPool, testContext } from './test-cluster.ts';

const shown = (problems: ReturnType<typeof checkNetwork>) =>
  problems.map(({ path, message }) => [path.join('.'), message]);

describe('the network', () => {
  const problemsOf = (network: object, platform: Partial<KubevirtStackOutputs> = {}) =>
    shown(checkNetwork(testContext({ network: { ...network } }, platform)));

  const missing =
    'missing; name the servers that machines ask, here or for all clusters in kubevirt-stack:userClusterDefaults of the platform';
  const servers = (...list: string[]) => ({ dns: { servers: list } });
  const unknown = { clusterNetwork: { podCidrs: [], serviceCidrs: [], dnsServers: [] } };

  // Proves: cluster-networks.node-local-dns
  test('is right with the DNS servers of the infra cluster, or with routable ones', () => {
    expect(problemsOf(servers('10.96.0.10'))).toEqual([]);
    expect(problemsOf(servers('192.168.1.53', '192.168.2.53', 'fd00::53'), unknown)).toEqual([]);
  });

  // Proves: cluster-networks.dns-of-pools
  test('needs no servers for all where each kind of machines has its own', () => {
    const own = { dnsConfig: { nameservers: ['192.168.1.53'] } };
    const problems = (controlPlane: object, pool: object) => {
      const pools = [{ ...smallPool, ...pool }];
      const context = testContext({
        network: { dns: {} },
        controlPlane: { ...controlPlane },
        pools,
      });
      return shown(checkNetwork(context)).map(([path]) => path);
    };
    expect(problems(own, own)).toEqual([]);
    expect(problems(own, { dnsPolicy: 'ClusterFirst' })).toEqual([]);
    // Which is said elsewhere.
    expect(problems(own, { dnsPolicy: 'None' })).toEqual([]);
    expect(problems(own, {})).toEqual(['network.dns.servers']);
    expect(problems({}, own)).toEqual(['network.dns.servers']);
    expect(problems(own, { dnsConfig: { searches: ['example.org'] } })).toEqual([
      'network.dns.servers',
    ]);
  });

  test('says nothing about what is missing', () => {
    expect(checkNetwork({ ...testContext(), config: {} })).toEqual([]);
  });

  test.each<[string, object, Partial<KubevirtStackOutputs>, string, string]>([
    [
      'the address of node-local caches',
      servers('192.168.1.53', '169.254.20.10'),
      {},
      'network.dns.servers.1',
      '169.254.20.10 is link-local, where clusters cache DNS on every node (169.254.20.10): the guest would ask itself; name a routable server',
    ],
    [
      'the guest itself',
      servers('127.0.0.53'),
      {},
      'network.dns.servers.0',
      '127.0.0.53 is the guest itself; name a routable server',
    ],
    [
      'the DNS of the cluster that is to be',
      servers('10.101.0.10'),
      {},
      'network.dns.servers.0',
      '10.101.0.10 is an address inside the user cluster, which its machines need DNS to become; name a routable server',
    ],
    [
      'servers that nobody names, where the infra cluster has some',
      { dns: {} },
      {},
      'network.dns.servers',
      `${missing}; the infra cluster's (10.96.0.10) tells machines the names of all clusters' Services: naming it leaves machines that ask it as they are`,
    ],
    [
      'servers that nobody names, where the infra cluster has more than a machine can have',
      { dns: {} },
      {
        clusterNetwork: {
          ...unknown.clusterNetwork,
          dnsServers: ['10.96.0.10', '10.96.0.11', '10.96.0.12', '10.96.0.13'],
        },
      },
      'network.dns.servers',
      `${missing}; the infra cluster's (10.96.0.10, 10.96.0.11, 10.96.0.12) tells machines the names of all clusters' Services: naming it leaves machines that ask it as they are`,
    ],
    ['servers that nobody names or knows', { dns: {} }, unknown, 'network.dns.servers', missing],
    [
      'no servers',
      servers(),
      {},
      'network.dns.servers',
      'machines without a DNS server find nothing; name one',
    ],
    [
      'four servers',
      servers('10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'),
      {},
      'network.dns.servers',
      'a machine can have 3 DNS servers, not 4',
    ],
  ])('refuses %s', (_, network, platform, path, message) => {
    expect(problemsOf(network, platform)).toEqual([[path, message]]);
  });

  // Proves: cluster-networks.vlan
  test("refuses VLANs that are somebody else's", () => {
    const vlans = [
      { name: 'storage-net', bridge: 'br1', vlan: 200 },
      { name: 'own', bridge: 'br1', vlan: 120 },
      { name: 'own', bridge: 'br1', vlan: 200 },
      { name: 'other', bridge: 'br2', vlan: 200 },
    ];
    expect(problemsOf({ vlans })).toEqual([
      [
        'network.vlans.0.name',
        'the platform has a network "storage-net" already; choose another name',
      ],
      [
        'network.vlans.1.vlan',
        `VLAN 120 is the platform's network "storage-net", which others are on, too; use that network, or a VLAN of the cluster's own`,
      ],
      ['network.vlans.2.name', 'there is another VLAN "own"; choose another name'],
      ['network.vlans.2.vlan', 'there is another network with VLAN 200 of "br1"; remove one'],
    ]);
  });

  // Proves: networks.vlan-per-cluster
  test('refuses VLANs that the platform does not give, and those of its hidden networks', () => {
    const vlans = [
      { name: 'own', bridge: 'br1', vlan: 400 },
      { name: 'foreign', bridge: 'br1', vlan: 410 },
      { name: 'moves', bridge: 'br1', vlan: 7 },
      { name: 'cni', bridge: 'cni0', vlan: 400 },
    ];
    const tenantVlans = {
      given: [
        { bridge: 'br1', ids: ['400-449'] },
        { bridge: 'br1', ids: [410], boundTo: 'shop' },
      ],
      taken: [{ name: 'moves', vlan: 7 }],
    };
    const may =
      'it may have: 400-449 of "br1". The owner of the platform gives others in kubevirt-stack:tenants.vlans';
    expect(problemsOf({ vlans }, { tenantVlans })).toEqual([
      ['network.vlans.1.vlan', `the cluster may not have VLAN 410 of "br1"; ${may}`],
      [
        'network.vlans.2.vlan',
        `VLAN 7 is the platform's network "moves", which others are on, too; use a VLAN of the cluster's own`,
      ],
      ['network.vlans.3.vlan', `the cluster may not have VLAN 400 of "cni0"; ${may}`],
    ]);
  });

  // Proves: networks.vlans-on-hosts
  test('refuses VLANs that the hosts do not carry to their bridge', () => {
    const vlans = [
      { name: 'own', bridge: 'br1', vlan: 399 },
      { name: 'next', bridge: 'br1', vlan: 400 },
      { name: 'elsewhere', bridge: 'br9', vlan: 399 },
    ];
    const context = testContext({ network: { vlans } });
    const bridges = [{ name: 'br1', vlans: [100, '400-699'] }];
    expect(shown(checkNetwork({ ...context, infra: { hosts: [], bridges } }))).toEqual([
      [
        'network.vlans.0.vlan',
        'the hosts do not carry VLAN 399 to "br1", only 100, 400-699; take one of these, or add it there',
      ],
    ]);
  });
});
