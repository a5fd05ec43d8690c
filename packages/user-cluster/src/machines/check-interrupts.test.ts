// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import { newCluster } from '../update/running-cluster.ts';
import { checkMachines } from './check-machines.ts';
import { etcdDiskIn, testContext, testPlatform } from './test-cluster.ts';
import type { RawPool, TestChanges } from './test-cluster.ts';

const plain = { name: 'sockets-advantage', networkMultiQueue: false, hotplug: true };
const known = { preferenceDevices: [plain] };

const dataDisks = (count: number, bus = 'virtio') =>
  Array.from({ length: count }, (_, index) => ({
    name: `data-${index}`,
    kind: 'empty',
    sizeGiB: 1,
    bus,
  }));

const interfaces = (count: number, network: string) =>
  Array.from({ length: count }, (_, index) => ({
    network,
    name: `net-${index}`,
    addresses: 'none',
  }));

const volumes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `note-${index}`,
    kind: 'configMap',
    object: 'notes',
  }));

/** Returns the problems of a cluster on a platform of which the facts of preferences are known. */
function problemsOf(changes: TestChanges, platform: Partial<KubevirtStackOutputs> = known) {
  return checkMachines(testContext(changes, platform)).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
}

const pool = (machine: RawPool): TestChanges => ({
  pools: [
    {
      name: 'md-a',
      replicas: 1,
      instancetype: 'standard-2',
      rootDisk: { image: 'ubuntu-24-04', sizeGiB: 20 },
      ...machine,
    },
  ],
});

const refusal = (path: string, title: string, busiest: number) => [
  `${path}: one virtual CPU of ${title} would serve ${busiest} interrupts (MSI-X vectors) of devices, and ` +
    'can serve 200; take disks or interfaces away, or put disks on the bus scsi, where one controller serves all',
];

// Proves: sizes.interrupt-vectors
test('a pool may have as many disks as the guest can serve interrupts, and no more', () => {
  // Each of 58 disks, the root disk and that of cloud-init included, takes 2 and a port, which has 1.
  // The rest is the interface 3, SCSI 4, serial 2, balloon 2, random numbers 2, and ports for these and 6 more.
  expect(problemsOf(pool({ disks: dataDisks(56) }))).toEqual([]);
  expect(problemsOf(pool({ disks: dataDisks(57) }))).toEqual(
    refusal('pools.0', 'pool "md-a"', 201),
  );
});

test('a VM has one disk of etcd, also where those of other members are in another class', () => {
  const peers = { network: 'lan', addresses: ['10.0.0.1/24', '10.0.0.2/24', '10.0.0.3/24'] };
  const changes = (disks: number) => ({
    controlPlane: { replicas: 3, peers, disks: dataDisks(disks) },
  });
  const etcdDisks = [etcdDiskIn('former', undefined), etcdDiskIn('other', undefined, 'cp-1-etcd')];
  const interruptsOf = (disks: number) =>
    checkMachines({
      ...testContext(changes(disks), known),
      running: { ...newCluster, etcdDisks },
    }).filter(({ message }) => message.includes('MSI-X'));
  expect(interruptsOf(54)).toEqual([]);
  expect(interruptsOf(55)).toHaveLength(1);
});

// Proves: sizes.interrupt-vectors
test.each([
  ['objects as disks', { disks: dataDisks(47), volumes: volumes(10) }, 201],
  ['interfaces in a VLAN', { interfaces: interfaces(43, 'storage-net') }, 202],
  ['functions of cards', { interfaces: interfaces(57, 'fast-net') }, 201],
])('counts %s', (_, machine, busiest) => {
  expect(problemsOf(pool(machine))).toEqual(refusal('pools.0', 'pool "md-a"', busiest));
});

// Proves: sizes.interrupt-vectors
test.each([
  ['disks on the bus scsi, which share a controller', { disks: dataDisks(100, 'scsi') }],
  ['disks on the bus sata, which have no MSI-X vectors', { disks: dataDisks(100, 'sata') }],
  [
    'interfaces of an emulated card',
    { interfaces: interfaces(50, 'storage-net').map((one) => ({ ...one, model: 'e1000e' })) },
  ],
])('does not count %s', (_, machine) => {
  expect(problemsOf(pool(machine))).toEqual([]);
});

// Proves: sizes.interrupt-vectors
test('counts the devices of the size, of the control plane, and of its disk of etcd', () => {
  const disks = dataDisks(56);
  const gpu = { name: 'gpu', cpu: 8, memoryGiB: 32, hostDevices: 1 };
  const platform = { ...known, instancetypes: [...testPlatform.instancetypes, gpu] };
  expect(problemsOf(pool({ instancetype: 'gpu', disks }), platform)).toEqual(
    refusal('pools.0', 'pool "md-a"', 201),
  );
  expect(problemsOf({ controlPlane: { disks: dataDisks(55) } })).toEqual([]);
  expect(problemsOf({ controlPlane: { disks } })).toEqual(
    refusal('controlPlane', 'the control plane', 201),
  );
});

// Proves: sizes.interrupt-vectors
test('counts the interface among the peers of a control plane', () => {
  const peers = {
    network: 'storage-net',
    addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
  };
  const controlPlane = { replicas: 3, disks: dataDisks(55) };
  expect(problemsOf({ controlPlane: { ...controlPlane, peers } })).toEqual(
    refusal('controlPlane', 'the control plane', 202),
  );
  // Pools of such a cluster have no interface among the peers.
  const disks = dataDisks(56);
  expect(problemsOf({ controlPlane: { replicas: 3, peers }, ...pool({ disks }) })).toEqual([]);
});

// Proves: sizes.interrupt-vectors
test('counts what the preference says of devices', () => {
  const many = pool({ interfaces: interfaces(34, 'storage-net') });
  const more = { preferenceDevices: [{ ...plain, networkMultiQueue: true }] };
  expect(problemsOf(many)).toEqual([]);
  expect(problemsOf(many, more)).toEqual(refusal('pools.0', 'pool "md-a"', 201));
  const fixed = { preferenceDevices: [{ ...plain, hotplug: false }] };
  const noVolumes = { storage: { classes: [] } };
  expect(problemsOf({ ...pool({ disks: dataDisks(60) }), ...noVolumes }, fixed)).toEqual([]);
  const other = { name: 'other', networkMultiQueue: true, hotplug: false };
  expect(problemsOf(many, { preferenceDevices: [other, plain] })).toEqual([]);
  // Devices can be added to a machine whose preference is not listed.
  expect(problemsOf(pool({ disks: dataDisks(57) }), { preferenceDevices: [other] })).toEqual(
    refusal('pools.0', 'pool "md-a"', 201),
  );
});

test('on a platform that does not say what preferences do, counts the fewest that there can be', () => {
  const unknown = { preferenceDevices: undefined };
  expect(problemsOf(pool({ disks: dataDisks(60) }), unknown)).toEqual([]);
  expect(problemsOf(pool({ disks: dataDisks(61) }), unknown)).toEqual(
    refusal('pools.0', 'pool "md-a"', 202),
  );
});

test('a machine without a size has that problem alone', () => {
  expect(problemsOf(pool({ instancetype: undefined, disks: dataDisks(99) }))).toEqual([
    'pools.0.instancetype: pool "md-a" has no size; set instancetype, or cpu and memoryGiB',
  ]);
});
