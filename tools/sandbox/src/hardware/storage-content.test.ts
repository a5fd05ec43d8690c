// SPDX-License-Identifier: Apache-2.0
import { contentFor, type Inventory } from './storage-content.ts';
import {
  driver,
  type Claim,
  type DataSource,
  type Snapshot,
  type SnapshotContent,
  type Volume,
} from './storage-objects.ts';

const metadata = { name: 'root', namespace: 'shop', uid: 'u1' };
const fromSnapshot = {
  apiGroup: 'snapshot.storage.k8s.io',
  kind: 'VolumeSnapshot',
  name: 'nightly',
};
const fromClaim = { kind: 'PersistentVolumeClaim', name: 'golden' };

const golden: Claim = {
  metadata: { ...metadata, name: 'golden', uid: 'u2' },
  spec: { volumeName: 'pvc-u2' },
  status: { phase: 'Bound' },
};
const goldenVolume: Volume = {
  metadata: { name: 'pvc-u2', uid: 'u3' },
  spec: { capacity: { storage: '2Gi' }, volumeMode: 'Block', csi: { driver, volumeHandle: 'u2' } },
};
const nightly: Snapshot = {
  metadata: { ...metadata, name: 'nightly', uid: 'u4' },
  status: { boundVolumeSnapshotContentName: 'snapcontent-u4', readyToUse: true },
};
const nightlyContent: SnapshotContent = {
  metadata: { name: 'snapcontent-u4', uid: 'u5' },
  spec: {
    driver,
    deletionPolicy: 'Delete',
    source: { volumeHandle: 'u2' },
    sourceVolumeMode: 'Block',
    volumeSnapshotRef: { uid: 'u4' },
  },
  status: { snapshotHandle: 'snapshot-u4', readyToUse: true, restoreSize: 2_147_483_648 },
};

interface Present {
  readonly claim?: Claim;
  readonly volume?: Volume;
  readonly snapshot?: Snapshot;
  readonly content?: SnapshotContent;
}

function inventory(change: Present = {}): Inventory {
  const present = {
    claim: golden,
    volume: goldenVolume,
    snapshot: nightly,
    content: nightlyContent,
    ...change,
  };
  return {
    claim: (key) => (key === 'shop/golden' ? present.claim : undefined),
    volume: (key) => (key === '/pvc-u2' ? present.volume : undefined),
    snapshot: (key) => (key === 'shop/nightly' ? present.snapshot : undefined),
    snapshotContent: (key) => (key === '/snapcontent-u4' ? present.content : undefined),
  };
}

function ask(dataSourceRef: DataSource | undefined, change: object = {}): Claim {
  const resources = { requests: { storage: '2Gi' } };
  return {
    metadata,
    spec: { volumeMode: 'Block', resources, ...(dataSourceRef && { dataSourceRef }), ...change },
  };
}

test('gives a claim without a source an empty volume', () => {
  expect(contentFor(ask(undefined), inventory())).toEqual({ kind: 'empty' });
});

test('leaves a claim with a populator to the populator', () => {
  const source = { apiGroup: 'cdi.kubevirt.io', kind: 'VolumeImportSource', name: 'import' };
  expect(contentFor(ask(source), inventory())).toEqual({ kind: 'foreign' });
});

test.each([
  ['snapshot', fromSnapshot, 'snapshot-u4'],
  ['volume', fromClaim, 'u2'],
])('copies a volume from a %s, and may make it larger', (_, source, handle) => {
  const copy = { kind: 'copy', of: handle };
  expect(contentFor(ask(source), inventory())).toEqual(copy);
  const larger = ask(source, { resources: { requests: { storage: '1Ti' } } });
  expect(contentFor(larger, inventory())).toEqual(copy);
  expect(contentFor(ask(undefined, { dataSource: source }), inventory())).toEqual(copy);
});

test.each<[string, DataSource, Present, object, string]>([
  [
    'a snapshot that is not there',
    { ...fromSnapshot, name: 'weekly' },
    {},
    {},
    'VolumeSnapshot weekly does not exist',
  ],
  [
    'a snapshot that is not ready',
    fromSnapshot,
    { snapshot: { ...nightly, status: { ...nightly.status, readyToUse: false } } },
    {},
    'VolumeSnapshot nightly is not ready to use',
  ],
  [
    'a snapshot that is being deleted',
    fromSnapshot,
    { snapshot: { ...nightly, metadata: { ...nightly.metadata, deletionTimestamp: 'now' } } },
    {},
    'VolumeSnapshot nightly is being deleted',
  ],
  [
    'a snapshot of other storage',
    fromSnapshot,
    { content: { ...nightlyContent, spec: { ...nightlyContent.spec, driver: 'rbd.example' } } },
    {},
    'VolumeSnapshot nightly is on the storage of rbd.example',
  ],
  [
    'a claim that is not bound yet',
    fromClaim,
    { claim: { ...golden, status: { phase: 'Pending' } } },
    {},
    'PersistentVolumeClaim golden is not bound',
  ],
  [
    'a claim on other storage',
    fromClaim,
    { volume: { ...goldenVolume, spec: { capacity: { storage: '2Gi' } } } },
    {},
    'PersistentVolumeClaim golden is not on this storage',
  ],
  [
    'a source of another volume mode',
    fromClaim,
    {},
    { volumeMode: 'Filesystem' },
    'PersistentVolumeClaim golden is of volume mode Block',
  ],
  [
    'less than the source has',
    fromSnapshot,
    {},
    { resources: { requests: { storage: '1Gi' } } },
    'VolumeSnapshot nightly has 2147483648 bytes, more than the 1073741824 that are asked for',
  ],
])('makes no volume from %s', (_, source, present, change, reason) => {
  const content = contentFor(ask(source, change), inventory(present));
  expect(content).toEqual({ kind: 'refused', reason });
});

test('restores a snapshot in another volume mode where its content allows it', () => {
  const annotations = { 'snapshot.storage.kubernetes.io/allow-volume-mode-change': 'true' };
  const content = { ...nightlyContent, metadata: { ...nightlyContent.metadata, annotations } };
  const claim = ask(fromSnapshot, { volumeMode: 'Filesystem' });
  expect(contentFor(claim, inventory({ content })).kind).toBe('copy');
});
