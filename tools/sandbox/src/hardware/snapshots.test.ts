// SPDX-License-Identifier: Apache-2.0
import { failedStatus, isServed, stepFor, takenStatus } from './snapshots.ts';
import { driver, type SnapshotContent } from './storage-objects.ts';

const finalizer = 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection';
const asked: SnapshotContent = {
  metadata: { name: 'snapcontent-u1', uid: 'u2', finalizers: [finalizer] },
  spec: {
    driver,
    deletionPolicy: 'Delete',
    source: { volumeHandle: 'u3' },
    volumeSnapshotRef: { uid: 'u1' },
  },
};
const taken = { ...asked, status: { snapshotHandle: 'snapshot-u1', readyToUse: true } };

function deleted(change: object, source: SnapshotContent['spec']['source'] = {}): SnapshotContent {
  const deletionTimestamp = '2026-01-01T00:00:00Z';
  return {
    ...taken,
    metadata: { ...taken.metadata, deletionTimestamp, ...change },
    spec: { ...taken.spec, source },
  };
}

test('takes a snapshot once, and only of volumes of this storage', () => {
  expect(stepFor(asked)).toBe('take');
  expect(stepFor({ ...asked, status: { readyToUse: false } })).toBe('take');
  expect(stepFor(taken)).toBeUndefined();
  expect(stepFor({ ...asked, spec: { ...asked.spec, driver: 'rbd.example' } })).toBeUndefined();
});

test('leaves a content alone that an administrator made for a snapshot handle', () => {
  const source = { snapshotHandle: 'snapshot-u9' };
  expect(stepFor({ ...asked, spec: { ...asked.spec, source } })).toBeUndefined();
});

test('lets go of a deleted snapshot when the snapshot-controller says so', () => {
  const annotations = { 'snapshot.storage.kubernetes.io/volumesnapshot-being-deleted': 'yes' };
  expect(stepFor(deleted({}))).toBeUndefined();
  expect(stepFor(deleted({ annotations }))).toBe('let-go');
  expect(stepFor(deleted({ annotations, finalizers: ['other'] }))).toBeUndefined();
});

test('lets go of a content at once that was never bound to a snapshot', () => {
  const content = deleted({}, { snapshotHandle: 'snapshot-u9' });
  const unbound = { ...content, spec: { ...content.spec, volumeSnapshotRef: {} } };
  expect(stepFor(unbound)).toBe('let-go');
});

test('reports the size of the volume, and the time in nanoseconds', () => {
  const volume = {
    metadata: { name: 'pvc-u3', uid: 'u4' },
    spec: { capacity: { storage: '2Gi' } },
  };
  const status = takenStatus(asked, volume, 1_795_270_000_123);
  expect(JSON.stringify(status)).toBe(
    '{"snapshotHandle":"snapshot-u1","creationTime":1795270000123000000,' +
      '"restoreSize":2147483648,"readyToUse":true,"error":null}',
  );
});

test('reports a volume that does not exist as an error, once', () => {
  const message =
    'Failed to create snapshot: failed to take snapshot of the volume u3: it does not exist';
  expect(failedStatus(asked)).toMatchObject({ readyToUse: false, error: { message } });
  expect(failedStatus({ ...asked, status: { error: { message } } })).toBeUndefined();
});

test('serves snapshots while their definition is established and not being deleted', () => {
  const definition = {
    metadata: { name: 'volumesnapshotclasses.snapshot.storage.k8s.io', uid: 'u6' },
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  };
  expect(isServed(definition)).toBe(true);
  expect(isServed({ ...definition, status: {} })).toBe(false);
  const metadata = { ...definition.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
  expect(isServed({ ...definition, metadata })).toBe(false);
});
