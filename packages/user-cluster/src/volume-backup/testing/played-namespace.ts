// SPDX-License-Identifier: Apache-2.0
import type { PlayedClaim, PlayedSnapshot, SnapshotWorld } from './snapshot-run.ts';

/** Status of a snapshot that can be used. */
export const ready = { readyToUse: true, restoreSize: '2Gi' };

/** Returns a bound claim of the cluster. */
export const claim = (
  name: string,
  more: { metadata?: object; spec?: object; status?: object } = {},
): PlayedClaim => ({
  metadata: {
    name,
    labels: { 'cluster.x-k8s.io/cluster-name': 'shop', name: 'not-this' },
    ownerReferences: [{ kind: 'DataVolume', name: 'not-this' }],
    ...more.metadata,
  },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '2Gi' } },
    storageClassName: 'fast',
    volumeMode: 'Block',
    ...more.spec,
  },
  status: {
    phase: 'Bound',
    accessModes: ['ReadWriteMany'],
    capacity: { storage: '2Gi' },
    ...more.status,
  },
});

/** Returns a snapshot that a run or a restore has taken. */
export const snapshot = (
  volume: string,
  run: string,
  created: string,
  status: object = ready,
  labels: Readonly<Record<string, string>> = {},
): PlayedSnapshot => ({
  metadata: {
    name: `${volume}.${run}`,
    creationTimestamp: created,
    labels: { 'strata.dev/backup-run': run, ...labels },
  },
  spec: { source: { persistentVolumeClaimName: volume } },
  status,
});

/** Returns a namespace with two volumes and a storage that takes each snapshot at once. */
export const world = (more: Partial<SnapshotWorld> = {}): SnapshotWorld => ({
  claims: [
    claim('pvc-a'),
    claim('pvc-b', { spec: { accessModes: ['ReadWriteMany'], storageClassName: 'slow' } }),
  ],
  snapshots: [],
  statusOf: () => ready,
  refuse: () => undefined,
  now: '2027-03-09T02:00:00Z',
  ...more,
});

/** Returns the names of all snapshots, sorted. */
export const namesOf = ({ snapshots }: SnapshotWorld) =>
  snapshots.map(({ metadata }) => metadata.name).toSorted();
/** Snapshot classes of the played storage classes, as arguments of the script. */
export const pairs = ['fast=snap', 'slow=tape'];
