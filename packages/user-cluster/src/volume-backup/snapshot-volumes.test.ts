// SPDX-License-Identifier: Apache-2.0
import { claim, namesOf, pairs, ready, snapshot, world } from './testing/played-namespace.ts';
import { runSnapshots } from './testing/snapshot-run.ts';

// Proves: volumes.backup
test('each bound volume of the cluster gets a snapshot of its class, which the CSI driver does not touch', async () => {
  const found = world();
  found.claims.push(
    claim('cp-0-etcd'),
    claim('prime-0'),
    claim('pvc-c', { status: { phase: 'Pending' } }),
    claim('pvc-d', { metadata: { deletionTimestamp: '2027-03-09T01:00:00Z' } }),
  );
  expect(await runSnapshots(found, 'volume-backup-1', '3', ...pairs)).toEqual({
    code: 0,
    said: ['volume-backup: 2 volumes have a snapshot of this run; 0 old ones are deleted'],
  });
  const made = (volume: string, snapshotClass: string, storageClass: string, modes: string) => ({
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshot',
    metadata: {
      name: `${volume}.volume-backup-1`,
      creationTimestamp: '2027-03-09T02:00:00Z',
      labels: {
        'app.kubernetes.io/managed-by': 'strata',
        'strata.dev/backup-run': 'volume-backup-1',
      },
      annotations: {
        'strata.dev/volume-storage-class': storageClass,
        'strata.dev/volume-mode': 'Block',
        'strata.dev/volume-access-modes': modes,
      },
    },
    spec: { volumeSnapshotClassName: snapshotClass, source: { persistentVolumeClaimName: volume } },
    status: ready,
  });
  expect(found.snapshots).toEqual([
    made('pvc-a', 'snap', 'fast', 'ReadWriteOnce'),
    made('pvc-b', 'tape', 'slow', 'ReadWriteMany'),
  ]);
});

test.each(['0', '', '-1', 'seven'])('keeps no number of snapshots like %j', async (kept) => {
  const found = world();
  found.snapshots.push(snapshot('pvc-a', 'r1', '2027-03-06T02:00:00Z'));
  expect(await runSnapshots(found, 'r2', kept, ...pairs)).toEqual({
    code: 1,
    said: [`volume-backup: "${kept}" is no number of snapshots to keep`],
  });
  expect(namesOf(found)).toEqual(['pvc-a.r1']);
});

// Proves: volumes.backup
test('a snapshot that the storage does not make fails the run by name, and keeps the older ones of its volume', async () => {
  const error = {
    message: 'Failed to take snapshot: "pool" is full',
    time: '2027-03-09T02:00:01Z',
  };
  const found = world({
    statusOf: (volume) => (volume === 'pvc-a' ? { readyToUse: false, error } : ready),
  });
  found.snapshots.push(
    snapshot('pvc-a', 'r2', '2027-03-07T02:00:00Z'),
    snapshot('pvc-a', 'r3', '2027-03-08T02:00:00Z', { readyToUse: false }),
    snapshot('pvc-b', 'r3', '2027-03-08T02:00:00Z'),
    snapshot('pvc-gone', 'r2', '2027-03-07T02:00:00Z'),
  );
  expect(await runSnapshots(found, 'r4', '1', ...pairs)).toEqual({
    code: 1,
    said: [
      String.raw`volume-backup: pvc-a: the snapshot is not ready: Failed to take snapshot: \"pool\" is full`,
      'volume-backup: no snapshot of this run: pvc-a; 2 old ones of other volumes or that never became ready are deleted',
    ],
  });
  expect(namesOf(found)).toEqual(['pvc-a.r2', 'pvc-a.r4', 'pvc-b.r4', 'pvc-gone.r2']);
});

// Proves: volumes.backup
test('a volume of an unknown class, or one that the API refuses, does not keep the others from theirs', async () => {
  const found = world({
    refuse: (method, volume) =>
      method === 'POST' && volume === 'pvc-c' ? [403, 'exceeded quota: cluster'] : undefined,
  });
  found.claims.push(claim('pvc-c'));
  expect(await runSnapshots(found, 'r1', '1', 'fast=snap')).toEqual({
    code: 1,
    said: [
      'volume-backup: pvc-b: its storage class slow belongs to no class of storage.classes with snapshots; name it there, with its snapshotClass',
      'volume-backup: pvc-c: no snapshot can be asked for: exceeded quota: cluster',
      'volume-backup: no snapshot of this run: pvc-b pvc-c; 0 old ones of other volumes or that never became ready are deleted',
    ],
  });
  expect(namesOf(found)).toEqual(['pvc-a.r1']);
});

test('a pod that does the work of one that was killed takes its snapshots for its own', async () => {
  const found = world();
  found.snapshots.push(snapshot('pvc-a', 'r1', '2027-03-09T01:59:00Z'));
  expect((await runSnapshots(found, 'r1', '1', ...pairs)).code).toBe(0);
  expect(namesOf(found)).toEqual(['pvc-a.r1', 'pvc-b.r1']);
});

test('an old snapshot that cannot be deleted fails the run after the new ones are there', async () => {
  const found = world({
    refuse: (method) => (method === 'DELETE' ? [403, 'forbidden'] : undefined),
  });
  found.snapshots.push(snapshot('pvc-a', 'r0', '2027-03-06T02:00:00Z'));
  expect(await runSnapshots(found, 'r1', '1', ...pairs)).toEqual({
    code: 1,
    said: [
      'volume-backup: pvc-a.r0 is too old and cannot be deleted: forbidden',
      'volume-backup: every volume has a snapshot of this run; old ones are left',
    ],
  });
});

test('volumes that cannot be listed fail the run, and so does an API that refuses everything', async () => {
  const found = world({ refuse: () => [403, 'persistentvolumeclaims is forbidden'] });
  expect(await runSnapshots(found, 'r1', '1', ...pairs)).toEqual({
    code: 1,
    said: ['volume-backup: the volumes cannot be listed: persistentvolumeclaims is forbidden'],
  });
});

test('a cluster without volumes has a good run', async () => {
  expect(await runSnapshots(world({ claims: [] }), 'r1', '1', ...pairs)).toEqual({
    code: 0,
    said: ['volume-backup: 0 volumes have a snapshot of this run; 0 old ones are deleted'],
  });
});
