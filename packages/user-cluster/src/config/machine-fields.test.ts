// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { network } from './network-fields.ts';
import { pools } from './pool-fields.ts';

const schema = z.strictObject({ pools, network });

const pool = { name: 'md-a', replicas: 2, rootDisk: { image: 'ubuntu-24-04' } };

/** Returns the problems of a pool, and of the network. */
function problemsOf(change: object, networkKeys?: object) {
  const { problems } = inspectConfig(schema, {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: {
      'user-cluster:pools': JSON.stringify([{ ...pool, ...change }]),
      ...(networkKeys && { 'user-cluster:network': JSON.stringify(networkKeys) }),
    },
    secretKeys: [],
  });
  return problems.map(({ path, message }) => [path.join('.'), message]);
}

// Proves: placement.spread
test('fills in the defaults of a pool with four lines', () => {
  expect(schema.parse({ pools: [{ ...pool, instancetype: 'standard-2' }] })).toEqual({
    pools: [
      {
        name: 'md-a',
        replicas: 2,
        instancetype: 'standard-2',
        preference: 'sockets-advantage',
        rootDisk: { image: 'ubuntu-24-04', ephemeral: false, bus: 'virtio' },
        disks: [],
        volumes: [],
        interfaces: [],
        authorizedKeys: [],
        cloudInit: 'noCloud',
        labels: {},
        taints: [],
        scheduling: {
          spread: [
            {
              maxSkew: 1,
              topologyKey: 'kubernetes.io/hostname',
              whenUnsatisfiable: 'ScheduleAnyway',
            },
          ],
          nodeSelector: {},
          tolerations: [],
        },
        evictionStrategy: 'LiveMigrateIfPossible',
        drain: { timeoutSeconds: 600, shutdownSeconds: 60 },
        maxUnavailable: 1,
        maxSurge: 1,
        minReadySeconds: 0,
        joinSeconds: 3600,
      },
    ],
    network: {
      binding: 'bridge',
      ipPreservingCni: false,
      dns: { searches: [], ndots: 1 },
      ntp: [],
      vlans: [],
    },
  });
});

// Proves: machines.bus-serial-cache
test.each<[string, object, string, string]>([
  [
    'a long name',
    { name: 'a'.repeat(41) },
    'pools.0.name',
    `expected a name of at most 40 lower-case letters, digits and dashes, got "${'a'.repeat(41)}"`,
  ],
  [
    'an image that is neither',
    { rootDisk: { image: 'registry.example/disks/ubuntu:24.04' } },
    'pools.0.rootDisk.image',
    'expected the name of a golden image, or an image like "docker://registry.example/disks/ubuntu:24.04", got "registry.example/disks/ubuntu:24.04"',
  ],
  [
    'an image of a registry with an account',
    { rootDisk: { image: 'docker://me:word@registry.example/x:1' } },
    'pools.0.rootDisk.image',
    'expected the name of a golden image, or an image like "docker://registry.example/disks/ubuntu:24.04", got "docker://...@registry.example/x:1"',
  ],
  [
    'a strategy that nothing here acts on',
    { evictionStrategy: 'External' },
    'pools.0.evictionStrategy',
    'expected one of "LiveMigrateIfPossible", "LiveMigrate", "None", got "External"',
  ],
  [
    'a serial that virtio cuts off',
    { disks: [{ name: 'data', kind: 'data', serial: 'x'.repeat(21) }] },
    'pools.0.disks.0.serial',
    'expected at most 20 letters, digits, dashes and underscores, got "xxxxxxxxxxxxxxxxxxxxx"',
  ],
  [
    'the address of nobody',
    { interfaces: [{ network: 'lan', mac: '00:00:00:00:00:00' }] },
    'pools.0.interfaces.0.mac',
    'expected a MAC address of one machine, like "02:00:00:00:00:10", got "00:00:00:00:00:00"',
  ],
  [
    'a group address',
    { interfaces: [{ network: 'lan', mac: '01:00:5e:00:00:01' }] },
    'pools.0.interfaces.0.mac',
    'expected a MAC address of one machine, like "02:00:00:00:00:10", got "01:00:5e:00:00:01"',
  ],
  [
    'an unknown preset',
    { scheduling: { nodeAffinity: {} } },
    'pools.0.scheduling.nodeAffinity',
    'unknown key; did you mean "nodeAffinityPreset"?',
  ],
  [
    'a preset of no known type',
    { scheduling: { nodeAffinityPreset: { type: 'firm', key: 'disk' } } },
    'pools.0.scheduling.nodeAffinityPreset.type',
    'expected one of "hard", "soft", "", got "firm"',
  ],
  [
    'a preset of a label that is not said',
    { scheduling: { nodeAffinityPreset: { type: 'hard' } } },
    'pools.0.scheduling.nodeAffinityPreset.key',
    'missing; expected the key of a node label',
  ],
  [
    'a toleration of nothing',
    { scheduling: { tolerations: [{ value: 'x' }] } },
    'pools.0.scheduling.tolerations.0.operator',
    'must be Exists where there is no key: every taint is meant then',
  ],
  [
    'a value of every value',
    { scheduling: { tolerations: [{ key: 'x', operator: 'Exists', value: 'x' }] } },
    'pools.0.scheduling.tolerations.0.value',
    'has no meaning with operator: Exists, which takes every value; leave it out',
  ],
  [
    'an end of what has none',
    { scheduling: { tolerations: [{ key: 'x', effect: 'NoSchedule', seconds: 5 }] } },
    'pools.0.scheduling.tolerations.0.seconds',
    'is about the effect NoExecute alone; set effect: NoExecute, or leave it out',
  ],
])('rejects %s', (_, change, path, message) => {
  expect(problemsOf(change)).toEqual([[path, message]]);
});

test("rejects a DNS server with a port, an impossible VLAN, and the hosts' VLAN", () => {
  const vlans = [4095, 1].map((vlan) => ({ name: 'own', bridge: 'br1', vlan }));
  expect(problemsOf({}, { dns: { servers: ['10.0.0.1:53'] }, vlans })).toEqual([
    [
      'network.dns.servers.0',
      'expected an address like "10.0.0.53" without a port, got "10.0.0.1:53"',
    ],
    [
      'network.vlans.0.vlan',
      'expected a VLAN ID from 2 to 4094 (1 is for frames without a tag, those of the hosts among them), got 4095',
    ],
    [
      'network.vlans.1.vlan',
      'expected a VLAN ID from 2 to 4094 (1 is for frames without a tag, those of the hosts among them), got 1',
    ],
  ]);
});
