// SPDX-License-Identifier: Apache-2.0
import { fastStorage } from '../test-platform.ts';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { checkVolumeBackup } from './index.ts';

const backup = (volumes: object = {}) => ({
  backup: { target: { volume: { sizeGiB: 20 } }, volumes },
});

const problems = (change: Change, snapshotClasses?: readonly string[]) =>
  checkVolumeBackup(
    testContext(change, { storageClasses: [{ ...fastStorage, snapshotClasses }] as never }),
  ).map(({ path, message }) => `${path.join('.')}: ${message}`);

test('accepts a class with one VolumeSnapshotClass, and one that is named', () => {
  expect(problems(backup(), ['fast'])).toEqual([]);
  expect(problems({ backup: { target: { volume: { sizeGiB: 20 } } } }, [])).toEqual([]);
  const storage = { classes: [{ name: 'a', infraClass: 'fast', snapshotClass: 'b' }] };
  expect(problems({ ...backup(), storage }, ['a', 'b'])).toEqual([]);
});

test('reports nothing where other parts of the configuration are missing, or name a class that nobody has', () => {
  const context = testContext(backup());
  const { backup: own } = context.config;
  expect(checkVolumeBackup({ ...context, config: {} })).toEqual([]);
  expect(checkVolumeBackup({ ...context, config: { backup: own } })).toEqual([]);
  const storage = { classes: [{ name: 'a', infraClass: 'gone' }] };
  expect(problems({ ...backup(), storage }, [])).toEqual([]);
});

test('judges each class by the class of the infra cluster that it names', () => {
  const classes = ['fast', 'slow'].map((name) => ({
    ...fastStorage,
    name,
    snapshotClasses: name === 'fast' ? ['fast'] : [],
  }));
  const storage = { classes: [{ name: 'a', infraClass: 'slow' }] };
  const found = checkVolumeBackup(
    testContext({ ...backup(), storage }, { storageClasses: classes }),
  );
  expect(found.map(({ message }) => message.split(':')[0])).toEqual([
    'volumes of the storage class "a" can have no snapshots',
  ]);
});

// Proves: volumes.backup
test.each([
  [
    [],
    'volumes of the storage class "kubevirt" can have no snapshots: "fast" has no VolumeSnapshotClass on the infra cluster; make one for its driver rbd.csi.ceph.com and bring the platform up, give "kubevirt" an infraClass that has one, or leave volumes out',
  ],
  [
    ['a', 'b'],
    '"fast" has several VolumeSnapshotClasses on the infra cluster (a, b): name one by snapshotClass of "kubevirt" in storage.classes',
  ],
  [
    undefined,
    'the platform does not say which VolumeSnapshotClasses "fast" has: bring the platform up, or name one by snapshotClass of "kubevirt" in storage.classes',
  ],
])('refuses a class with the snapshot classes %j', (snapshotClasses, message) => {
  expect(problems(backup(), snapshotClasses)).toEqual([`backup.volumes: ${message}`]);
});

test('refuses a schedule that is at no time, no classes, and the name of its policy', () => {
  expect(problems(backup({ schedule: '0 0 31 2 *' }), ['fast'])).toEqual([
    'backup.volumes.schedule: "0 0 31 2 *" is at no time; take days that months have, and ranges from less to more',
  ]);
  expect(problems({ ...backup(), storage: { classes: [] } }, ['fast'])).toEqual([
    'backup.volumes: there are no volumes without storage.classes; leave volumes out',
  ]);
  const isolation = {
    customNetworkPolicies: [
      { name: 'volume-backup', spec: { podSelector: {}, policyTypes: ['Ingress'] } },
    ],
  };
  expect(problems({ ...backup(), isolation }, ['fast'])).toEqual([
    'isolation.customNetworkPolicies.0.name: "volume-backup" is the name of a policy of Strata\'s own, for snapshots of volumes; take another',
  ]);
});
