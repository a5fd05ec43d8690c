// SPDX-License-Identifier: Apache-2.0
import { renderMachine } from './index.ts';
import { testMachine } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const image = 'docker://registry.example/disks/ubuntu:24.04';
const mirror = { registryMirror: 'mirror.example:5000/strata' };

const specOf = (pool: RawPool, platform = {}) => renderMachine(testMachine(pool, {}, platform));

// Proves: machines.image
test('imports a container disk, through the mirror if there is one', () => {
  const rootDisk = { image, sizeGiB: 12 };
  expect(specOf({ rootDisk }, mirror).dataVolumeTemplates?.[0]?.spec).toStrictEqual({
    source: { registry: { url: 'docker://mirror.example:5000/strata/disks/ubuntu:24.04' } },
    storage: {
      storageClassName: 'fast',
      accessModes: ['ReadWriteMany'],
      volumeMode: 'Block',
      resources: { requests: { storage: '12Gi' } },
    },
  });
});

// Proves: machines.ephemeral-boot
test('boots from a container disk without storing anything', () => {
  const { dataVolumeTemplates, template } = specOf(
    { rootDisk: { image, ephemeral: true } },
    mirror,
  );
  expect(dataVolumeTemplates).toBeUndefined();
  expect(template.spec?.volumes?.[0]).toEqual({
    name: 'root',
    containerDisk: { image: 'mirror.example:5000/strata/disks/ubuntu:24.04' },
  });
});

// Proves: machines.persistent-boot
test('takes the size of the golden image where none is configured', () => {
  const rootDisk = { image: 'ubuntu-24-04', preallocation: true, bus: 'scsi' };
  const { dataVolumeTemplates, template } = specOf({ rootDisk });
  expect(dataVolumeTemplates?.[0]?.spec).toMatchObject({
    preallocation: true,
    storage: { resources: { requests: { storage: '20Gi' } } },
  });
  expect(template.spec?.domain.devices.disks?.[0]).toStrictEqual({
    name: 'root',
    bootOrder: 1,
    disk: { bus: 'scsi' },
  });
});

const own = { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' };

// Proves: machines.disk-settings
test.each<[string, object, object]>([
  ['its own settings', { className: 'local', ...own }, { storageClassName: 'local', ...own }],
  ['a class whose access modes CDI knows', { className: 'local' }, { storageClassName: 'local' }],
  [
    "the platform's class by its name",
    { className: 'fast' },
    { storageClassName: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
  ],
])('stores a disk with %s', (_, stored, expected) => {
  const rootDisk = { image: 'ubuntu-24-04', ...stored };
  expect(specOf({ rootDisk }).dataVolumeTemplates?.[0]?.spec.storage).toEqual({
    ...expected,
    resources: { requests: { storage: '20Gi' } },
  });
});

// Proves: machines.bus-serial-cache, machines.config-volumes, machines.data-disks
// Proves: machines.empty-disk, machines.host-disk
test('renders disks of every kind, and objects as disks', () => {
  const disks = [
    {
      name: 'data',
      kind: 'data',
      sizeGiB: 50,
      preallocation: false,
      serial: 'data',
      cache: 'none',
    },
    { name: 'scratch', kind: 'empty', sizeGiB: 4, bus: 'sata' },
    { name: 'made', kind: 'host', path: '/var/lib/disks/a.img', sizeGiB: 8 },
    { name: 'there', kind: 'host', path: '/var/lib/disks/b.img', type: 'Disk' },
  ];
  const volumes = [
    { name: 'settings', kind: 'configMap', object: 'settings', label: 'SETTINGS', serial: 'cfg' },
    { name: 'password', kind: 'secret', object: 'password', label: 'PASSWORD' },
    { name: 'plain', kind: 'configMap', object: 'plain' },
    { name: 'key', kind: 'secret', object: 'key' },
    { name: 'token', kind: 'serviceAccount', object: 'robot' },
  ];
  const { dataVolumeTemplates, template } = specOf({ disks, volumes });
  expect(dataVolumeTemplates?.[1]).toStrictEqual({
    metadata: {
      name: 'md-a-data-0a1b2c3d',
      labels: dataVolumeTemplates?.[0]?.metadata?.labels,
    },
    spec: {
      source: { blank: {} },
      preallocation: false,
      storage: {
        storageClassName: 'fast',
        accessModes: ['ReadWriteMany'],
        volumeMode: 'Block',
        resources: { requests: { storage: '50Gi' } },
      },
    },
  });
  expect(template.spec?.volumes?.slice(2)).toStrictEqual([
    { name: 'data', dataVolume: { name: 'md-a-data-0a1b2c3d' } },
    { name: 'scratch', emptyDisk: { capacity: '4Gi' } },
    {
      name: 'made',
      hostDisk: { path: '/var/lib/disks/a.img', type: 'DiskOrCreate', capacity: '8Gi' },
    },
    { name: 'there', hostDisk: { path: '/var/lib/disks/b.img', type: 'Disk' } },
    { name: 'settings', configMap: { name: 'settings', volumeLabel: 'SETTINGS' } },
    { name: 'password', secret: { secretName: 'password', volumeLabel: 'PASSWORD' } },
    { name: 'plain', configMap: { name: 'plain' } },
    { name: 'key', secret: { secretName: 'key' } },
    { name: 'token', serviceAccount: { serviceAccountName: 'robot' } },
  ]);
  expect(template.spec?.domain.devices.disks?.slice(2)).toStrictEqual([
    { name: 'data', disk: { bus: 'virtio' }, serial: 'data', cache: 'none' },
    { name: 'scratch', disk: { bus: 'sata' } },
    { name: 'made', disk: { bus: 'virtio' } },
    { name: 'there', disk: { bus: 'virtio' } },
    { name: 'settings', disk: { bus: 'virtio' }, serial: 'cfg' },
    { name: 'password', disk: { bus: 'virtio' } },
    { name: 'plain', disk: { bus: 'virtio' } },
    { name: 'key', disk: { bus: 'virtio' } },
    { name: 'token', disk: { bus: 'virtio' } },
  ]);
});

// Proves: machines.existing-claim
test('copies an existing claim of the cluster, also one with dots in its name', () => {
  const rootDisk = { image: 'pvc://prepared.v2', sizeGiB: 12 };
  expect(specOf({ rootDisk }, mirror).dataVolumeTemplates?.[0]?.spec).toStrictEqual({
    source: { pvc: { name: 'prepared.v2', namespace: 'cluster-demo' } },
    storage: {
      storageClassName: 'fast',
      accessModes: ['ReadWriteMany'],
      volumeMode: 'Block',
      resources: { requests: { storage: '12Gi' } },
    },
  });
});
