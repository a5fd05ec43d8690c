// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { fastStorage } from '../test-platform.ts';
import { newCluster } from '../update/running-cluster.ts';
import { checkStorage } from './index.ts';
import { leftSnapshots } from './left-snapshots.ts';

const problems = (storage: object, className = 'fast') =>
  checkStorage(
    testContext(
      { storage },
      { storage: { className, accessModes: ['ReadWriteMany'], volumeMode: 'Block' } },
    ),
  );

test("accepts the platform's class where the configuration names none", () => {
  expect(problems({})).toEqual([]);
});

test("the platform's class is not judged while the platform does not tell of it", () => {
  expect(problems({}, 'not-told-yet')).toEqual([]);
});

test('accepts classes that the infra cluster can serve', () => {
  const classes = [
    { name: 'fast', infraClass: 'fast', default: true, snapshotClass: 'fast', expansion: true },
    { name: 'kept', infraClass: 'fast', reclaimPolicy: 'Retain' },
    { name: 'small', infraClass: 'small' },
  ];
  expect(problems({ classes, snapshots: true })).toEqual([]);
  expect(problems({ classes: [] })).toEqual([]);
});

test('reports nothing when the storage itself has the wrong shape', () => {
  expect(checkStorage({ ...testContext(), config: {} })).toEqual([]);
});

const reason =
  'the user cluster cannot know which machines reach its volumes; choose a class that every host ' +
  'can reach';

// Proves: volumes.no-local-storage
test('refuses classes that do not reach every host, with the reason', () => {
  const classes = [
    { name: 'a', infraClass: 'on-host' },
    { name: 'b', infraClass: 'zone-a' },
  ];
  expect(problems({ classes })).toEqual([
    {
      path: ['storage', 'classes', 0, 'infraClass'],
      message: `storage class "a" is from "on-host", which keeps a volume on one host (topolvm.io): ${reason}`,
    },
    {
      path: ['storage', 'classes', 1, 'infraClass'],
      message: `storage class "b" is from "zone-a", which is bound to a part of the hosts (allowedTopologies): ${reason}`,
    },
  ]);
});

// Proves: volumes.no-local-storage
test("refuses the platform's own class when it is local and no other class is named", () => {
  expect(problems({}, 'on-host')).toEqual([
    {
      path: ['storage', 'classes'],
      message: `the platform's storage class "on-host" keeps a volume on one host (topolvm.io): ${reason}, by classes: [{name, infraClass}], or have none by classes: []`,
    },
  ]);
});

const unknownModes = (name: string) =>
  `CDI does not know the access modes of StorageClass "${name}", so it makes no volume there; name ` +
  'them in storageProfiles[].claimPropertySets of the platform';

const storageOfCdi = (accessModes: string[], className = 'odd') => ({
  storage: { className, accessModes: ['ReadWriteMany' as const], volumeMode: 'Block' as const },
  storageClasses: [{ ...fastStorage, name: 'odd', accessModes }, fastStorage],
});

// Proves: volumes.chosen-classes
test('refuses a class whose access modes CDI does not know', () => {
  const classes = [
    { name: 'a', infraClass: 'odd' },
    { name: 'b', infraClass: 'fast' },
  ];
  expect(checkStorage(testContext({ storage: { classes } }, storageOfCdi([])))).toEqual([
    { path: ['storage', 'classes', 0, 'infraClass'], message: unknownModes('odd') },
  ]);
  const known = storageOfCdi(['ReadWriteOnce']);
  expect(checkStorage(testContext({ storage: { classes } }, known))).toEqual([]);
});

// Proves: volumes.chosen-classes
test("refuses the platform's own class when CDI does not know its access modes", () => {
  expect(checkStorage(testContext({ storage: {} }, storageOfCdi([])))).toEqual([
    { path: ['storage', 'classes'], message: unknownModes('odd') },
  ]);
  expect(checkStorage(testContext({ storage: { classes: [] } }, storageOfCdi([])))).toEqual([]);
});

// Proves: volumes.chosen-classes
test('reports everything that is wrong with classes, at once', () => {
  const classes = [
    { name: 'a', infraClass: 'fas', default: true },
    { name: 'a', infraClass: 'fast', default: true },
    { name: 'c', infraClass: 'small', expansion: true, snapshotClass: 'small' },
    { name: 'd', infraClass: 'fast', snapshotClass: 'fats' },
  ];
  expect(problems({ classes, snapshots: true })).toEqual([
    {
      path: ['storage', 'classes', 1, 'name'],
      message: 'there is a storage class "a" already; choose another name',
    },
    {
      path: ['storage', 'classes', 1, 'default'],
      message: '"a" is the default class already; there can be one only',
    },
    {
      path: ['storage', 'classes', 0, 'infraClass'],
      message: 'the infra cluster has no storage class "fas"; did you mean "fast"?',
    },
    {
      path: ['storage', 'classes', 2, 'expansion'],
      message: 'volumes of "small" cannot grow (allowVolumeExpansion); leave expansion out',
    },
    {
      path: ['storage', 'classes', 2, 'snapshotClass'],
      message: '"small" has no VolumeSnapshotClass on the infra cluster; leave snapshotClass out',
    },
    {
      path: ['storage', 'classes', 3, 'snapshotClass'],
      message:
        '"fast" has no VolumeSnapshotClass "fats" on the infra cluster; did you mean "fast"?',
    },
  ]);
});

// Proves: volumes.snapshots
test('refuses to turn snapshots off while there are some', () => {
  const withSnapshots = (number: number, storage: object = {}) => ({
    ...testContext({ storage }),
    running: { ...newCluster, volumeSnapshots: number },
  });
  expect(checkStorage(withSnapshots(2))).toEqual([
    {
      path: ['storage', 'snapshots'],
      message:
        'snapshots of this cluster: 2, which nothing could delete any more; first delete all ' +
        'VolumeSnapshots in the user cluster, then those with its label that are left in cluster-demo ' +
        'of the infra cluster',
    },
  ]);
  const classes = [{ name: 'a', infraClass: 'fast', snapshotClass: 'fast' }];
  expect(checkStorage(withSnapshots(2, { classes, snapshots: true }))).toEqual([]);
  expect(checkStorage(withSnapshots(0))).toEqual([]);
});

test('snapshots are not counted while the storage itself has the wrong shape', () => {
  const running = { ...newCluster, volumeSnapshots: 2 };
  expect(leftSnapshots({ ...testContext(), config: {}, running })).toEqual([]);
});

test('takes any VolumeSnapshotClass where the platform does not say which there are', () => {
  const storageClasses = [{ ...fastStorage, snapshotClasses: undefined }];
  const classes = [{ name: 'a', infraClass: 'fast', snapshotClass: 'any' }];
  const context = testContext({ storage: { classes, snapshots: true } }, { storageClasses });
  expect(checkStorage(context)).toEqual([]);
});

// Proves: volumes.snapshots
test('snapshots need a class of the infra cluster, and such a class needs snapshots', () => {
  expect(problems({ snapshots: true })).toEqual([
    {
      path: ['storage', 'snapshots'],
      message:
        'no class names the VolumeSnapshotClass of the infra cluster for its snapshots; ' +
        'set snapshotClass in storage.classes',
    },
  ]);
  const noEffect = {
    path: ['storage', 'classes', 0, 'snapshotClass'],
    message:
      'has no effect without storage.snapshots: true or backup.volumes; remove it, or set one of them',
  };
  // Keys without effect are not compared with what there is.
  for (const snapshotClass of ['fast', 'fats']) {
    expect(problems({ classes: [{ name: 'a', infraClass: 'fast', snapshotClass }] })).toEqual([
      noEffect,
    ]);
  }
});

test('a class may name its snapshots for backups alone', () => {
  const backup = { target: { volume: { sizeGiB: 20 } }, volumes: {} };
  const problemsWith = (snapshotClass: string) =>
    checkStorage(
      testContext({
        backup,
        storage: { classes: [{ name: 'a', infraClass: 'fast', snapshotClass }] },
      }),
    );
  expect(problemsWith('fast')).toEqual([]);
  expect(problemsWith('fats')).toEqual([
    {
      path: ['storage', 'classes', 0, 'snapshotClass'],
      message:
        '"fast" has no VolumeSnapshotClass "fats" on the infra cluster; did you mean "fast"?',
    },
  ]);
});
