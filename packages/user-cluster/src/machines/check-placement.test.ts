// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import { checkMachines, checkNetwork } from './index.ts';
import { smallPool, testContext, testHosts } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const shown = (problems: ReturnType<typeof checkMachines>) =>
  problems.map(({ path, message }) => [path.join('.'), message]);

const title = 'pool "md-a"';
const hard = (key: string, ...values: string[]) => ({ type: 'hard', key, values });

describe('where machines run', () => {
  const problemsOf = (scheduling: object, replicas = 2, hosts = testHosts) => {
    const context = testContext({ pools: [{ ...smallPool, replicas, scheduling }] });
    return shown(checkMachines({ ...context, infra: { hosts } }));
  };
  const withoutZone = testHosts.map(({ name, cpu, memoryGiB }) => ({ name, cpu, memoryGiB }));
  const strict = { whenUnsatisfiable: 'DoNotSchedule' };
  const overZones = { topologyKey: 'topology.kubernetes.io/zone' };

  // Proves: placement.impossible-rules
  test.each<[string, object, number, string, string]>([
    [
      'hosts that are wanted and forbidden',
      {
        nodeAffinityPreset: hard('disk', 'ssd'),
        nodeAntiAffinityPreset: hard('disk', 'ssd', 'hdd'),
      },
      2,
      'nodeAntiAffinityPreset',
      `${title} may only run on hosts that nodeAffinityPreset asks for, and this forbids all of them; make one of them soft`,
    ],
    [
      'hosts that are selected and forbidden',
      { nodeSelector: { disk: 'ssd' }, nodeAntiAffinityPreset: hard('disk') },
      2,
      'nodeAntiAffinityPreset',
      `${title} may only run on hosts that nodeSelector asks for, and this forbids all of them; make it soft`,
    ],
    [
      'hosts that are selected by a value that is forbidden',
      { nodeSelector: { disk: 'ssd' }, nodeAntiAffinityPreset: hard('disk', 'hdd', 'ssd') },
      2,
      'nodeAntiAffinityPreset',
      `${title} may only run on hosts that nodeSelector asks for, and this forbids all of them; make it soft`,
    ],
    [
      'hosts that are selected and not wanted',
      { nodeSelector: { disk: 'ssd' }, nodeAffinityPreset: hard('disk', 'hdd') },
      2,
      'nodeAffinityPreset',
      `${title} may only run on hosts that nodeSelector asks for, and none of them is one of these; make it soft`,
    ],
    [
      'machines together and apart',
      { podAffinityPreset: 'hard', podAntiAffinityPreset: 'hard' },
      2,
      'podAntiAffinityPreset',
      `${title} must be on one host, as podAffinityPreset says, and on different ones; make one of them soft`,
    ],
    [
      'more machines than hosts',
      { podAntiAffinityPreset: 'hard' },
      4,
      'podAntiAffinityPreset',
      `${title} has 4 machines, each for a host of its own, and there are 3 hosts; make it soft`,
    ],
    [
      'machines together and spread',
      { podAffinityPreset: 'hard', spread: [overZones, strict] },
      2,
      'podAffinityPreset',
      `${title} must be on one host, and be spread over hosts by a spread with whenUnsatisfiable: DoNotSchedule; make one of them soft`,
    ],
    [
      'one spread twice',
      { spread: [{}, { maxSkew: 2 }] },
      2,
      'spread.1',
      'there is another spread over kubernetes.io/hostname with ScheduleAnyway; remove one of them',
    ],
  ])('refuses %s', (_, scheduling, replicas, key, message) => {
    expect(problemsOf(scheduling, replicas)).toEqual([[`pools.0.scheduling.${key}`, message]]);
  });

  // Proves: placement.own-spread
  test('refuses to spread over zones that no host has', () => {
    const spread = [{}, { ...overZones, ...strict }];
    expect(problemsOf({ spread })).toEqual([]);
    expect(problemsOf({ spread }, 2, [...withoutZone, ...testHosts.slice(0, 1)])).toEqual([]);
    // Nobody knows which hosts there are.
    expect(problemsOf({ spread }, 2, [])).toEqual([]);
    expect(problemsOf({ spread: [overZones] }, 2, withoutZone)).toEqual([]);
    expect(problemsOf({ spread }, 2, withoutZone)).toEqual([
      [
        'pools.0.scheduling.spread',
        `${title} must be spread over zones, and no host has the label topology.kubernetes.io/zone; label the hosts, or use ScheduleAnyway`,
      ],
    ]);
  });

  test.each([
    {
      nodeAffinityPreset: hard('disk', 'ssd', 'hdd'),
      nodeAntiAffinityPreset: hard('disk', 'hdd'),
    },
    { nodeAffinityPreset: hard('disk'), nodeAntiAffinityPreset: hard('disk', 'hdd') },
    { nodeAffinityPreset: hard('disk', 'ssd'), nodeAntiAffinityPreset: hard('role') },
    { podAffinityPreset: 'soft', podAntiAffinityPreset: 'hard' },
    { nodeSelector: { disk: 'ssd' }, nodeAffinityPreset: hard('disk') },
    { nodeSelector: { disk: 'ssd' }, nodeAntiAffinityPreset: hard('disk', 'hdd') },
    { nodeSelector: { disk: 'ssd' }, nodeAntiAffinityPreset: hard('role') },
    { podAffinityPreset: 'soft', spread: [strict] },
    { podAffinityPreset: 'hard', spread: [{ ...overZones, ...strict }] },
    { podAffinityPreset: 'hard', spread: [{ ...strict, maxSkew: 2 }] },
    { spread: [{}, overZones] },
    { spread: [{}, strict] },
  ])('allows %j', (scheduling) => {
    expect(problemsOf(scheduling)).toEqual([]);
  });

  test('allows as many machines as hosts, more if possible, and any number on unknown hosts', () => {
    expect(problemsOf({ podAntiAffinityPreset: 'hard' }, 3)).toEqual([]);
    expect(problemsOf({ podAntiAffinityPreset: 'soft' }, 4)).toEqual([]);
    expect(problemsOf({ podAntiAffinityPreset: 'hard' }, 4, [])).toEqual([]);
  });
});

describe('interfaces', () => {
  const mac = '02:00:00:00:00:10';
  const problemsOf = (pools: readonly RawPool[]) =>
    shown(checkMachines(testContext({ pools: pools.map((pool) => ({ ...smallPool, ...pool })) })));

  // Proves: machines.interfaces
  test.each<[string, object[], string, string]>([
    [
      'an unknown network',
      [{ network: 'storage' }],
      '0.network',
      `${title} asks for the network "storage", which neither the platform nor network.vlans has; did you mean "storage-net"?`,
    ],
    [
      'one name twice',
      [{ network: 'storage-net' }, { network: 'fast-net', name: 'storage-net' }],
      '1.name',
      'the machine has an interface "storage-net" already; choose another name',
    ],
    [
      'the name of the first',
      [{ network: 'storage-net', name: 'default' }],
      '0.name',
      'the machine has an interface "default" already; choose another name',
    ],
    [
      'one address for many machines',
      [{ network: 'storage-net', mac }],
      '0.mac',
      `all 2 machines of ${title} would have this address; remove it`,
    ],
    [
      'a model of a card',
      [{ network: 'fast-net', model: 'virtio' }],
      '0.model',
      'the network "fast-net" hands a card through, which is the model; remove it',
    ],
  ])('refuses %s', (_, interfaces, path, message) => {
    expect(problemsOf([{ interfaces }])).toEqual([[`pools.0.interfaces.${path}`, message]]);
  });

  test('refuses one address for two machines, however it is written', () => {
    const one = (name: string, network: string, address: string) => ({
      ...{ name, replicas: 1, interfaces: [{ network, mac: address }] },
    });
    const first = one('md-a', 'storage-net', '02:00:00:00:00:AA');
    const second = one('md-b', 'fast-net', '02:00:00:00:00:aa');
    expect(problemsOf([first, second])).toEqual([
      [
        'pools.1.interfaces.0.mac',
        `${title} has the address 02:00:00:00:00:aa already; every interface needs its own`,
      ],
    ]);
    expect(problemsOf([first, one('md-b', 'fast-net', mac)])).toEqual([]);
  });

  // Proves: machines.interfaces
  test('allows a model in a VLAN of the platform or of the cluster, and says one thing about an unknown network', () => {
    const vlans = [{ name: 'own', bridge: 'br1', vlan: 200 }];
    const asked = (network: string) => [
      { ...smallPool, interfaces: [{ network, model: 'e1000e' }] },
    ];
    const problems = (network: string) =>
      shown(checkMachines(testContext({ network: { vlans }, pools: asked(network) })));
    expect(problems('storage-net')).toEqual([]);
    expect(problems('own')).toEqual([]);
    expect(problems('owned')).toEqual([
      [
        'pools.0.interfaces.0.network',
        `${title} asks for the network "owned", which neither the platform nor network.vlans has; did you mean "own"?`,
      ],
    ]);
  });
});

describe('the network', () => {
  const problemsOf = (network: object, platform: Partial<KubevirtStackOutputs> = {}) =>
    shown(checkNetwork(testContext({ network: { ...network } }, platform)));

  const servers = (...list: string[]) => ({ dns: { servers: list } });
  const unknown = { clusterNetwork: { podCidrs: [], serviceCidrs: [], dnsServers: [] } };

  // Proves: cluster-networks.node-local-dns
  test('is right with the DNS servers of the infra cluster, or with routable ones', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf(servers('192.168.1.53', '192.168.2.53', 'fd00::53'), unknown)).toEqual([]);
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
      'the same, from the infra cluster',
      {},
      { clusterNetwork: { ...unknown.clusterNetwork, dnsServers: ['169.254.20.10'] } },
      'network.dns.servers',
      "the infra cluster's DNS server 169.254.20.10 is link-local, where clusters cache DNS on every node (169.254.20.10): the guest would ask itself; name a routable one here",
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
      'servers that nobody knows',
      {},
      unknown,
      'network.dns.servers',
      'missing; the platform does not know the DNS servers of the infra cluster, so name those of the machines',
    ],
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
