// SPDX-License-Identifier: Apache-2.0
import type { ClusterFacts, StorageClassFacts } from '../cluster/cluster-facts.ts';
import { bareCluster } from '../cluster/test-cluster-facts.ts';
import type { ImageConfig } from '../config/index.ts';
import { imageCatalogue } from './image-catalogue.ts';
import { ubuntu as registry } from './test-image.ts';

const file: ImageConfig = {
  name: 'flatcar',
  os: 'flatcar',
  version: '1.2',
  http: { url: 'https://example.org/flatcar.img' },
  sizeGiB: 10,
};
const storage = {
  className: 'rbd',
  accessModes: ['ReadWriteMany' as const],
  volumeMode: 'Block' as const,
};

const storageClass = (name: string, provisioner: string) => ({
  name,
  provisioner,
  allowVolumeExpansion: true,
  volumeBindingMode: 'Immediate' as const,
  isTopologyBound: false,
});

const cluster = (snapshotDrivers: readonly string[]): ClusterFacts => ({
  ...bareCluster,
  storageClasses: [
    storageClass('rbd', 'rook-ceph.rbd.csi.ceph.com'),
    storageClass('local', 'topolvm.io'),
    storageClass('new', 'csi.example.org'),
  ],
  snapshotClasses: snapshotDrivers.map((driver) => ({ name: 'default', driver })),
});

// Proves: images.catalogue
test('tells user clusters what an image is and where it is', () => {
  expect(imageCatalogue([registry], { storage, cluster: undefined })).toEqual([
    {
      name: 'ubuntu',
      os: 'ubuntu',
      version: '24.04',
      namespace: 'golden-images',
      dataSource: 'ubuntu',
      sizeGiB: 20,
      clone: undefined,
    },
  ]);
});

// Proves: images.clone-kind
test('says how copies are made, which depends on the storage and the kind of image', () => {
  const kinds = (facts: Partial<Parameters<typeof imageCatalogue>[1]>, drivers: string[] = []) =>
    imageCatalogue([registry, file, { ...file, storage: { className: 'local' } }], {
      storage,
      cluster: cluster(drivers),
      ...facts,
    }).map(({ clone }) => clone);
  const rook = ['rook-ceph.rbd.csi.ceph.com'];
  expect(kinds({}, rook)).toEqual(['snapshot', 'csi-clone', 'host-assisted']);
  expect(kinds({})).toEqual(['csi-clone', 'csi-clone', 'host-assisted']);
  expect(kinds({ override: 'copy' }, rook)).toEqual(['snapshot', 'host-assisted', 'host-assisted']);
  expect(
    kinds(
      {
        profiles: [
          { storageClass: 'rbd', cloneStrategy: 'copy', dataImportCronSourceFormat: 'pvc' },
          { storageClass: 'local', cloneStrategy: 'csi-clone' },
        ],
      },
      rook,
    ),
  ).toEqual(['host-assisted', 'host-assisted', 'csi-clone']);
});

// Proves: images.clone-kind
test('parameters and an annotation of the StorageClass decide how copies are made, as CDI reads them', () => {
  const provisioner = 'csi-powerstore.dellemc.com';
  const kind = (more: Partial<StorageClassFacts>) =>
    imageCatalogue([{ ...file, storage: { className: 'dell' } }], {
      storage,
      cluster: {
        ...bareCluster,
        storageClasses: [{ ...storageClass('dell', provisioner), ...more }],
        snapshotClasses: [{ name: 'default', driver: provisioner }],
      },
    })[0]?.clone;
  expect(kind({})).toBe('host-assisted');
  expect(kind({ parameters: {} })).toBe('host-assisted');
  expect(kind({ parameters: { 'csi.storage.k8s.io/fstype': 'nfs' } })).toBe('snapshot');
  expect(kind({ cloneStrategy: 'csi-clone' })).toBe('csi-clone');
});

test('on storage that CDI does not know, copies of a file are made by snapshot if that is possible', () => {
  const image = { ...file, storage: { className: 'new' } };
  const kind = (drivers: string[]) =>
    imageCatalogue([image], { storage, cluster: cluster(drivers) })[0]?.clone;
  expect(kind(['csi.example.org'])).toBe('snapshot');
  expect(kind(['topolvm.io'])).toBe('host-assisted');
});

test('does not guess how an image in an unknown StorageClass is copied', () => {
  const image = { ...registry, storage: { className: 'gone' } };
  expect(imageCatalogue([image], { storage, cluster: cluster([]) })[0]?.clone).toBeUndefined();
});
