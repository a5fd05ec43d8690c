// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import { checkMachines } from './index.ts';
import { fastStorage } from '../test-platform.ts';
import { smallPool, testContext } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const problemsOf = (pool: RawPool, platform: Partial<KubevirtStackOutputs> = {}) =>
  checkMachines(testContext({ pools: [{ ...smallPool, replicas: 1, ...pool }] }, platform)).map(
    ({ path, message }) => [path.join('.'), message],
  );

/** Keys about storage on the infra cluster, which only data disks have. */
const stored = {
  className: 'fast',
  accessModes: ['ReadWriteOnce'],
  volumeMode: 'Filesystem',
  preallocation: true,
};

// Proves: machines.data-disks, machines.host-disk
test.each<[string, RawPool, string, string]>([
  [
    'a data disk without a size',
    { kind: 'data' },
    'sizeGiB',
    'missing; a disk of kind "data" needs it',
  ],
  [
    'a path for an empty disk',
    { kind: 'empty', sizeGiB: 1, path: '/x' },
    'path',
    'a disk of kind "empty" has no path; remove it',
  ],
  ...Object.entries(stored).map(([key, value]): [string, RawPool, string, string] => [
    `${key} for an empty disk`,
    { kind: 'empty', sizeGiB: 1, [key]: value },
    key,
    `a disk of kind "empty" has no ${key}; remove it`,
  ]),
  [
    'a type for a data disk',
    { kind: 'data', sizeGiB: 1, type: 'Disk' },
    'type',
    'a disk of kind "data" has no type; remove it',
  ],
  [
    'a new file without a size',
    { kind: 'host', path: '/x' },
    'sizeGiB',
    'missing; a file that is to be made needs a size (or type: Disk, for one that is there)',
  ],
  [
    'a size for an existing file',
    { kind: 'host', path: '/x', type: 'Disk', sizeGiB: 1 },
    'sizeGiB',
    'a file that must be there has a size already; remove sizeGiB, or type: Disk',
  ],
  [
    'a name that a disk of every machine has',
    { kind: 'empty', sizeGiB: 1, name: 'root' },
    'name',
    'every machine has a disk "root" already; choose another name',
  ],
])('refuses %s', (_, disk, key, message) => {
  const disks = [{ name: 'more', ...disk }];
  expect(problemsOf({ disks }, { featureGates: ['HostDisk'] })).toEqual([
    [`pools.0.disks.0.${key}`, message],
  ]);
});

// Proves: machines.data-disks, machines.host-disk
test('allows every key that has an effect on a kind of disk', () => {
  const disks = [
    { name: 'data', kind: 'data', sizeGiB: 1, ...stored },
    { name: 'made', kind: 'host', path: '/x', type: 'DiskOrCreate', sizeGiB: 1 },
    { name: 'there', kind: 'host', path: '/y', type: 'Disk' },
  ];
  expect(problemsOf({ disks }, { featureGates: ['HostDisk'] })).toEqual([]);
});

// Proves: machines.disk-settings
test('accepts any StorageClass where the platform does not know which exist', () => {
  const disks = [{ name: 'data', kind: 'data', sizeGiB: 1, className: 'other' }];
  expect(problemsOf({ disks }, { storageClasses: [] })).toEqual([]);
  expect(problemsOf({ disks })).toEqual([
    [
      'pools.0.disks.0.className',
      'there is no StorageClass "other" on the infra cluster; known: fast, local',
    ],
  ]);
});

test('refuses a StorageClass whose access modes CDI does not know, unless the disk names its own', () => {
  const local = { ...fastStorage, name: 'local', accessModes: [] };
  const data = { name: 'data', kind: 'data', sizeGiB: 1, className: 'local' };
  const message =
    'CDI does not know the access modes of StorageClass "local", so it makes no volume there; name them in storageProfiles[].claimPropertySets of the platform';
  const storageClasses = [fastStorage, local];
  expect(problemsOf({ disks: [data] }, { storageClasses })).toEqual([
    ['pools.0.disks.0.className', message],
  ]);
  expect(
    problemsOf({ disks: [{ ...data, accessModes: ['ReadWriteOnce'] }] }, { storageClasses }),
  ).toEqual([]);
});

const byDigest = `docker://registry.example/x@sha256:${'ab'.repeat(32)}`;
const byBoth = byDigest.replace('@', ':1@');

test.each([
  ['an import by its digest', { image: byDigest, sizeGiB: 20 }],
  ['an ephemeral disk with a tag and a digest', { image: byBoth, ephemeral: true }],
])('allows %s', (_, rootDisk) => {
  expect(problemsOf({ rootDisk })).toEqual([]);
});

// CDI's importer ends with "Docker references with both a tag and digest are currently not supported".
test('refuses an import with a tag and a digest', () => {
  expect(problemsOf({ rootDisk: { image: byBoth, sizeGiB: 20 } })).toEqual([
    [
      'pools.0.rootDisk.image',
      `pool "md-a" imports "${byBoth}", which has a tag and a digest, and CDI imports no image by both; remove one of the two`,
    ],
  ]);
});

// Proves: images.host-disks, machines.host-disk
test('refuses files of hosts on a platform that does not allow them', () => {
  const disks = [{ name: 'file', kind: 'host', path: '/x', sizeGiB: 1 }];
  expect(problemsOf({ disks })).toEqual([
    [
      'pools.0.disks.0.kind',
      'files of hosts need the feature gate HostDisk; add it to kubevirt.featureGates of the platform',
    ],
  ]);
});

// Proves: machines.config-volumes
test('refuses volumes with names of disks, and two ServiceAccounts', () => {
  const disks = [{ name: 'more', kind: 'empty', sizeGiB: 1 }];
  const volumes = [
    { name: 'more', kind: 'configMap', object: 'settings' },
    { name: 'one', kind: 'serviceAccount', object: 'robot', label: 'X' },
    { name: 'two', kind: 'serviceAccount', object: 'robot' },
  ];
  expect(problemsOf({ disks, volumes })).toEqual([
    [
      'pools.0.volumes.0.name',
      '"more" is the name of another disk or volume of this machine; choose another name',
    ],
    [
      'pools.0.volumes.2.kind',
      'a machine can have one ServiceAccount; remove this one or the other',
    ],
    ['pools.0.volumes.1.label', 'a volume of kind "serviceAccount" has no label; remove it'],
  ]);
});
