// SPDX-License-Identifier: Apache-2.0
import { disksOf, rootDiskOf } from './disks.ts';
import type { MachineInstance } from './virtual-machine.ts';

const folders = {
  volumesDir: '/volumes',
  hostsDir: '/hosts',
  machineDir: '/guests/u1',
  volumeOf: (claim: string) => (claim === 'lost' ? undefined : `pvc-${claim}`),
};

const machine: MachineInstance = {
  metadata: { name: 'cp-0', namespace: 'cluster-demo', uid: 'u1' },
  spec: {
    domain: {
      devices: {
        disks: [
          { name: 'etcd', serial: 'etcd', disk: { bus: 'virtio' } },
          { name: 'root', disk: { bus: 'virtio' }, bootOrder: 1 },
          { name: 'scratch', disk: {} },
          { name: 'local', disk: { bus: 'scsi' } },
          { name: 'cloudinit', disk: { bus: 'virtio' } },
          { name: 'coming', disk: { bus: 'scsi' } },
        ],
      },
    },
    volumes: [
      { name: 'etcd', persistentVolumeClaim: { claimName: 'cp-0-etcd' } },
      { name: 'root', dataVolume: { name: 'cp-0-root' } },
      { name: 'scratch' },
      { name: 'local', hostDisk: { path: '/data/cp-0.img' } },
      { name: 'cloudinit', cloudInitNoCloud: {} },
      { name: 'coming', dataVolume: { name: 'pvc-1', hotpluggable: true } },
    ],
  },
  status: { nodeName: 'metal-1' },
};
const plugged = new Set(['etcd', 'root', 'scratch', 'local', 'cloudinit']);

test('makes each disk a folder: of its volume, of its host, or of the machine itself', () => {
  expect(disksOf(machine, plugged, folders)).toEqual([
    { name: 'etcd', serial: 'etcd', bus: 'virtio', path: '/volumes/pvc-cp-0-etcd' },
    { name: 'root', bus: 'virtio', path: '/volumes/pvc-cp-0-root' },
    { name: 'scratch', bus: 'sata', path: '/guests/u1/disks/scratch' },
    { name: 'local', bus: 'scsi', path: '/hosts/metal-1/data/cp-0.img' },
  ]);
});

// Proves: volumes.growth
test('a disk is as large as its claim, as the status of the machine has it', () => {
  const volumeStatus = [
    { name: 'etcd', persistentVolumeClaimInfo: { capacity: { storage: '2Gi' } } },
  ];
  const [etcd, root] = disksOf({ ...machine, status: { volumeStatus } }, plugged, folders);
  expect([etcd?.size, root?.size]).toEqual([2 ** 31, undefined]);
});

test('a machine boots from the disk with the lowest boot order, otherwise from its first disk', () => {
  const disks = disksOf(machine, plugged, folders);
  expect(rootDiskOf(machine, disks).name).toBe('root');
  const { spec } = machine;
  const unordered = { ...machine, spec: { ...spec, domain: {} } };
  expect(rootDiskOf(unordered, disks).name).toBe('etcd');
  expect(() => rootDiskOf(machine, [])).toThrow('machine cp-0 has no disk');
});

test('names a claim that is not bound yet', () => {
  const volumes = [{ name: 'root', dataVolume: { name: 'lost' } }];
  const waiting = { ...machine, spec: { ...machine.spec, volumes } };
  expect(() => disksOf(waiting, plugged, folders)).toThrow('claim lost is not bound yet');
});
