// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { fastStorage } from '../test-platform.ts';
import { checkEtcdDisk } from './index.ts';

const controlPlane = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu' },
  endpoint: { address: '203.0.113.2' },
};

/** Returns the problems of a size, for a cluster that has one disk. */
function messages(sizeGiB: number, disk: { className?: string; sizeGiB?: number } = {}) {
  const context = testContext({ controlPlane: { ...controlPlane, etcdDisk: { sizeGiB } } });
  const volume = { name: 'cp-0-etcd', volumeMode: 'Block' as const, madeGiB: 8, claimMiB: 8192 };
  const etcdDisks = [{ ...volume, className: 'fast', sizeGiB: 8, ...disk }];
  const running = { controlPlane: ['1.35.4'], pools: {}, etcdDisks, lasting: {} };
  return checkEtcdDisk({ ...context, running }).map(({ path, message }) => {
    expect(path).toEqual(['controlPlane', 'etcdDisk', 'sizeGiB']);
    return message;
  });
}

test.each([
  ['the size that it has', 8, {}],
  ['a larger one', 32, {}],
  ['the size that it has grown to', 32, { sizeGiB: 32 }],
  ['the size that it has, in a class that cannot grow', 8, { className: 'small' }],
])('accepts %s', (_, sizeGiB, disk) => {
  expect(messages(sizeGiB, disk)).toEqual([]);
});

// Proves: machines.etcd-disk-grows
test('refuses a size below that of the disk, also of one that has grown', () => {
  expect(messages(4)).toEqual([
    'cp-0-etcd has 8 GiB, and a disk cannot shrink; take 8 or more, for only a new cluster can have a smaller one',
  ]);
  expect(messages(8, { sizeGiB: 32 })).toEqual([
    'cp-0-etcd has 32 GiB, and a disk cannot shrink; take 32 or more, for only a new cluster can have a smaller one',
  ]);
});

// Proves: machines.etcd-disk-grows
test('refuses a larger size where the StorageClass does not allow volumes to grow', () => {
  expect(messages(32, { className: 'small' })).toEqual([
    'cp-0-etcd has 8 GiB in storage class "small", whose volumes cannot grow (allowVolumeExpansion); ' +
      'leave it at 8, or have the class allow it on the infra cluster',
  ]);
});

test('refuses a larger size in a StorageClass that no longer exists', () => {
  expect(messages(32, { className: 'old' })).toEqual([
    'cp-0-etcd has 8 GiB in storage class "old", which the infra cluster has no longer, so it cannot ' +
      'grow; leave it at 8, or make the class again, with allowVolumeExpansion, on the infra cluster',
  ]);
});

/** Returns the problems of a StorageClass of etcd disks that are yet to be made. */
function classProblems(className: string) {
  const storageClasses = [fastStorage, { ...fastStorage, name: 'odd', accessModes: [] }];
  const changes = { controlPlane: { ...controlPlane, etcdDisk: { className } } };
  return checkEtcdDisk(testContext(changes, { storageClasses }));
}

test('refuses a StorageClass that the infra cluster does not have', () => {
  expect(classProblems('fats')).toEqual([
    {
      path: ['controlPlane', 'etcdDisk', 'className'],
      message: 'there is no StorageClass "fats" on the infra cluster; did you mean "fast"?',
    },
  ]);
  expect(classProblems('fast')).toEqual([]);
});

test('refuses a StorageClass whose access modes CDI does not know', () => {
  expect(classProblems('odd')).toEqual([
    {
      path: ['controlPlane', 'etcdDisk', 'className'],
      message:
        'CDI does not know the access modes of StorageClass "odd", so it makes no volume there; ' +
        'name them in storageProfiles[].claimPropertySets of the platform',
    },
  ]);
});

test("takes the platform's own StorageClass with the access modes of the platform", () => {
  const storageClasses = [{ ...fastStorage, accessModes: [] }];
  const changes = { controlPlane: { ...controlPlane, etcdDisk: { className: 'fast' } } };
  expect(checkEtcdDisk(testContext(changes, { storageClasses }))).toEqual([]);
});

test('reports nothing where the infra cluster could not be asked', () => {
  expect(checkEtcdDisk({ ...testContext(), config: {} })).toEqual([]);
  expect(
    checkEtcdDisk(testContext({ controlPlane: { ...controlPlane, etcdDisk: { sizeGiB: 4 } } })),
  ).toEqual([]);
});
