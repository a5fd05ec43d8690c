// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import { checkMachines } from './index.ts';
import { smallPool, testContext, testHosts } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const shown = (problems: ReturnType<typeof checkMachines>) =>
  problems.map(({ path, message }) => [path.join('.'), message]);

const title = 'pool "md-a"';
const hard = (key: string, ...values: string[]) => ({ type: 'hard', key, values });

const tainted = {
  name: 'cp-0',
  cpu: 4,
  memoryGiB: 8,
  taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' as const }],
};

test('counts no hosts whose taints machines do not tolerate', () => {
  const problemsOf = (pool: object) => {
    const context = testContext({ pools: [{ ...smallPool, ...pool }] });
    return shown(checkMachines({ ...context, infra: { hosts: [...testHosts, tainted] } }));
  };
  const apart = { podAntiAffinityPreset: 'hard' };
  const tolerant = { ...apart, tolerations: [{ operator: 'Exists' }] };
  expect(problemsOf({ replicas: 4, scheduling: apart })).toEqual([
    [
      'pools.0.scheduling.podAntiAffinityPreset',
      'pool "md-a" has 4 machines, each of which needs a host of its own, and there are 3 hosts that take them; make it soft',
    ],
  ]);
  expect(problemsOf({ replicas: 4, scheduling: tolerant })).toEqual([]);
  expect(problemsOf({ replicas: 3, maxUnavailable: 0, scheduling: apart })).toEqual([
    [
      'pools.0.maxUnavailable',
      'no machine may be away, and no host is free for one more: 3 machines each need one of 3 hosts alone; set it to 1, or make podAntiAffinityPreset soft',
    ],
  ]);
});

// https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/nodeselectorrenderer.go `NewNodeSelectorRenderer`
test.each([
  ['does not tolerate the taints', { tolerations: [] }, 3],
  ['tolerates them, too', { tolerations: [{ operator: 'Exists' as const }] }, 4],
  [
    'selects other hosts',
    {
      tolerations: [{ operator: 'Exists' as const }],
      nodeSelector: { 'kubernetes.io/hostname': 'host-2' },
    },
    1,
  ],
  ['is not known', undefined, 4],
])('counts no hosts without virt-handler, which %s', (_, workloads, count) => {
  const tolerations = [{ operator: 'Exists' }];
  const scheduling = { podAntiAffinityPreset: 'hard', tolerations };
  const context = testContext({ pools: [{ ...smallPool, replicas: 5, scheduling }] });
  const platform = {
    ...context.platform,
    workloads: workloads && { nodeSelector: {}, ...workloads },
  };
  const problems = checkMachines({
    ...context,
    platform,
    infra: { hosts: [...testHosts, tainted] },
  });
  expect(shown(problems)).toEqual([
    [
      'pools.0.scheduling.podAntiAffinityPreset',
      `pool "md-a" has 5 machines, each of which needs a host of its own, and there are ${count} hosts that take them; make it soft`,
    ],
  ]);
});

test('a machine has no room on a host that it does not tolerate, however large', () => {
  const { taints } = tainted;
  const hosts = [{ name: 'cp-0', cpu: 64, memoryGiB: 512, taints }, ...testHosts];
  const problemsOf = (pool: object, workloads?: KubevirtStackOutputs['workloads']) => {
    const large = { instancetype: undefined, cpu: 4, memoryGiB: 256 };
    const context = testContext({ pools: [{ ...smallPool, ...large, ...pool }] });
    const platform = { ...context.platform, workloads };
    return shown(checkMachines({ ...context, platform, infra: { hosts } }));
  };
  const [first] = testHosts.toSorted((one, other) => other.memoryGiB - one.memoryGiB);
  expect(problemsOf({})).toEqual([
    [
      'pools.0.memoryGiB',
      `no host has room for ${title} with 4 CPUs and 256 GiB of memory; the largest that takes it, "${first?.name}", has ${first?.cpu} CPUs and ${first?.memoryGiB} GiB, part of which the host itself needs`,
    ],
  ]);
  const tolerant = { scheduling: { tolerations: [{ operator: 'Exists' }] } };
  expect(problemsOf(tolerant)).toEqual([]);
  expect(problemsOf(tolerant, { nodeSelector: {}, tolerations: [] })).toEqual(problemsOf({}));
});

test.each(['system-node-critical', 'system-cluster-critical', 'kubevirt-cluster-critical'])(
  'no machine has the priority %s',
  (priorityClassName) => {
    const context = testContext({ pools: [{ ...smallPool, scheduling: { priorityClassName } }] });
    expect(shown(checkMachines(context))).toEqual([
      [
        'pools.0.scheduling.priorityClassName',
        `${title} would have the priority of the platform's own programs, "${priorityClassName}", which the platform refuses; take a PriorityClass with a value below 1000000000`,
      ],
    ]);
  },
);

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
      `${title} may only run on hosts that nodeAffinityPreset asks for, and nodeAntiAffinityPreset forbids all of these; make one of the two soft`,
    ],
    [
      'hosts that are selected and forbidden',
      { nodeSelector: { disk: 'ssd' }, nodeAntiAffinityPreset: hard('disk') },
      2,
      'nodeAntiAffinityPreset',
      `${title} may only run on hosts that nodeSelector asks for, and nodeAntiAffinityPreset forbids all of these; make it soft`,
    ],
    [
      'hosts that are selected by a value that is forbidden',
      { nodeSelector: { disk: 'ssd' }, nodeAntiAffinityPreset: hard('disk', 'hdd', 'ssd') },
      2,
      'nodeAntiAffinityPreset',
      `${title} may only run on hosts that nodeSelector asks for, and nodeAntiAffinityPreset forbids all of these; make it soft`,
    ],
    [
      'hosts that are selected and not wanted',
      { nodeSelector: { disk: 'ssd' }, nodeAffinityPreset: hard('disk', 'hdd') },
      2,
      'nodeAffinityPreset',
      `${title} may only run on hosts that nodeSelector asks for, and nodeAffinityPreset asks for other hosts; make it soft`,
    ],
    [
      'machines together and apart',
      { podAffinityPreset: 'hard', podAntiAffinityPreset: 'hard' },
      2,
      'podAntiAffinityPreset',
      `machines of ${title} must share one host (podAffinityPreset), and must be on different hosts (podAntiAffinityPreset); make one of the two soft`,
    ],
    [
      'more machines than hosts',
      { podAntiAffinityPreset: 'hard' },
      4,
      'podAntiAffinityPreset',
      `${title} has 4 machines, each of which needs a host of its own, and there are 3 hosts that take them; make it soft`,
    ],
    [
      'machines together and spread',
      { podAffinityPreset: 'hard', spread: [overZones, strict] },
      2,
      'podAffinityPreset',
      `machines of ${title} must share one host (podAffinityPreset), and must be spread over hosts (spread with whenUnsatisfiable: DoNotSchedule); make one of the two soft`,
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
    // The hosts are not known.
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

  test('allows as many machines as hosts, more with a soft rule, and any number on unknown hosts', () => {
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
      [{ network: 'storage-net' }, { network: 'storage-net' }],
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
      'an address for a card that the guest cannot find',
      [{ network: 'fast-net' }],
      '0.addresses',
      '"dhcp" does not reach it: the network "fast-net" passes a card through, and nobody knows its name in the guest ' +
        'before it is there; set its mac, which a group of one machine can have, or addresses: none, and configure it in the guest',
    ],
    [
      'a model of a card',
      [{ network: 'fast-net', addresses: 'none', model: 'virtio' }],
      '0.model',
      'the network "fast-net" passes a card through, which needs no model; remove it',
    ],
  ])('refuses %s', (_, interfaces, path, message) => {
    expect(problemsOf([{ interfaces }])).toEqual([[`pools.0.interfaces.${path}`, message]]);
  });

  test('refuses one MAC address for two machines, in upper or lower case', () => {
    const one = (name: string, network: string, address: string) => ({
      name,
      replicas: 1,
      interfaces: [{ network, mac: address }],
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
    expect(problemsOf([{ interfaces: [{ network: 'fast-net', addresses: 'none' }] }])).toEqual([]);
  });

  // Proves: machines.interfaces
  test('allows a model in a VLAN of the platform or of the cluster, and reports only one problem of an unknown network', () => {
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
