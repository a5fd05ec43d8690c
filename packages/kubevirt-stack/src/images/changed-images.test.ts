// SPDX-License-Identifier: Apache-2.0
import type { ImageImport, StorageClassFacts } from '../cluster/cluster-facts.ts';
import { bareCluster } from '../cluster/test-cluster-facts.ts';
import type { ImageConfig } from '../config/index.ts';
import { changedSources, movedImageNotes, shrunkImages } from './changed-images.ts';
import { ubuntu } from './test-image.ts';

const flatcar: ImageConfig = {
  name: 'flatcar',
  os: 'flatcar',
  version: '4230.2.1',
  http: { url: 'https://images.example.org/flatcar.img' },
  sizeGiB: 10,
};
const imported: ImageImport = {
  name: 'ubuntu',
  sizeGiB: 20,
  className: 'fast',
  volumeMode: 'Block',
};
const storageClass = (name: string, provisioner: string): StorageClassFacts => ({
  name,
  provisioner,
  allowVolumeExpansion: true,
  volumeBindingMode: 'Immediate',
  isTopologyBound: false,
});
const cluster = {
  ...bareCluster,
  imageImports: [imported],
  storageClasses: [
    storageClass('fast', 'block.csi.example.org'),
    storageClass('slow', 'file.csi.example.org'),
    storageClass('ceph', 'rook-ceph.rbd.csi.ceph.com'),
    storageClass('ceph-ssd', 'rook-ceph.rbd.csi.ceph.com'),
    storageClass('trident', 'csi.trident.netapp.io'),
  ],
  snapshotClasses: [
    'file.csi.example.org',
    'rook-ceph.rbd.csi.ceph.com',
    'csi.trident.netapp.io',
  ].map((driver) => ({ name: driver, driver })),
};
const storage = {
  className: 'fast',
  accessModes: ['ReadWriteMany' as const],
  volumeMode: 'Block' as const,
};

const config = { storage, storageProfiles: [] };

test('refuses a smaller size for a container disk that is imported', () => {
  expect(shrunkImages([flatcar, { ...ubuntu, sizeGiB: 12 }], cluster)).toEqual([
    {
      path: ['images', 1, 'sizeGiB'],
      message:
        'volumes of "ubuntu" were imported with 20 GiB, and CDI makes no smaller copies of them; ' +
        'leave the size as it is, and add an image with another name for 12',
    },
  ]);
});

test.each([
  ['the same size', { ...ubuntu }],
  ['a larger size', { ...ubuntu, sizeGiB: 30 }],
  ['a new image', { ...ubuntu, name: 'ubuntu-small', sizeGiB: 12 }],
  ['a file, whose volume is imported anew', { ...flatcar, name: 'ubuntu' }],
])('accepts %s', (_, image) => {
  expect(shrunkImages([image], cluster)).toEqual([]);
});

test('says that an image stays on the storage where it was imported', () => {
  const slow = { ...ubuntu, storage: { className: 'slow', volumeMode: 'Filesystem' as const } };
  expect(movedImageNotes({ ...config, images: [slow] }, cluster)).toEqual([
    'images: "ubuntu" stays on StorageClass "fast" (Block) until its registry has a newer image, and ' +
      'hosts may have to copy it to disks on "slow" (Filesystem). To import it again at once, run ' +
      'after the update: kubectl delete datavolume,pvc,volumesnapshot -n golden-images ' +
      '-l cdi.kubevirt.io/dataImportCron=ubuntu',
  ]);
});

const remedy =
  'kubectl delete datavolume,pvc,volumesnapshot -n golden-images ' +
  '-l cdi.kubevirt.io/dataImportCron=ubuntu';

/** Returns the warnings of an image that moves from one StorageClass to another. */
function movedNotes(from: string, to: string, more: object = {}) {
  const images = [{ ...ubuntu, storage: { className: to } }];
  const imageImports = [{ ...imported, className: from }];
  return movedImageNotes({ ...config, images, ...more }, { ...cluster, imageImports });
}

test.each([
  ['by itself', 'ceph', {}],
  [
    'because the platform says so',
    'slow',
    { storageProfiles: [{ storageClass: 'slow', dataImportCronSourceFormat: 'snapshot' }] },
  ],
])(
  'says that nothing gets a disk on storage whose images CDI keeps as snapshots %s',
  (_, to, more) => {
    expect(movedNotes('fast', to, more)).toEqual([
      `images: "ubuntu" moves from StorageClass "fast" (Block) to "${to}" (Block), where CDI keeps ` +
        'images as snapshots, and it makes none of what it has imported: after the update no machine ' +
        'gets a new disk from this image. Run right after the update, so that disks wait only until ' +
        `it is imported again: ${remedy}`,
    ]);
  },
);

test('a StorageClass that is gone keeps volumes, and no snapshot of its own', () => {
  expect(movedNotes('gone', 'ceph').join('')).toContain(
    'images: "ubuntu" moves from StorageClass "gone" (Block) to "ceph" (Block), where CDI keeps images as snapshots',
  );
});

test('an image loses its snapshot where the platform has another class of the same driver keep volumes', () => {
  const more = {
    storageProfiles: [{ storageClass: 'ceph-ssd', dataImportCronSourceFormat: 'pvc' }],
  };
  expect(movedNotes('ceph', 'ceph-ssd', more).join('')).toContain('CDI deletes its snapshot');
});

test.each([
  ['volumes', 'fast'],
  ['snapshots of another driver', 'trident'],
])('says that disks wait when an image goes from snapshots to %s', (_, to) => {
  expect(movedNotes('ceph', to)).toEqual([
    `images: "ubuntu" moves from StorageClass "ceph" (Block) to "${to}" (Block): CDI deletes its ` +
      'snapshot and imports the image again, and new disks wait until that is done. If the snapshot ' +
      `is still there after the update, run: ${remedy}`,
  ]);
});

test('an image keeps its snapshot in another class of the same driver', () => {
  expect(movedNotes('ceph', 'ceph-ssd').join('')).toContain('stays on StorageClass "ceph" (Block)');
});

test('refuses another kind of source under the same name: the DataSource belongs to the first', () => {
  const images = [
    { ...ubuntu, name: 'flatcar' },
    { ...flatcar, name: 'ubuntu' },
    ubuntu,
    { ...flatcar, name: 'flatcar-2' },
  ];
  const imageImports = [imported, { ...imported, name: 'debian' }];
  expect(changedSources([flatcar], { imageImports, fileImages: ['flatcar'] })).toEqual([]);
  expect(changedSources(images, { imageImports, fileImages: ['flatcar'] })).toEqual([
    {
      path: ['images', 0, 'registry'],
      message:
        '"flatcar" is a file from a web server now, and CDI does not take over its DataSource: machines ' +
        'would find no image; add an image with another name',
    },
    {
      path: ['images', 1, 'http'],
      message:
        '"ubuntu" comes from a registry now, and its DataSource stays; add an image with another name',
    },
  ]);
});

test('says nothing of images whose storage stays the same', () => {
  const images = [ubuntu, flatcar, { ...ubuntu, name: 'debian' }];
  expect(movedImageNotes({ ...config, images }, cluster)).toEqual([]);
});

test.each([
  ['StorageClass', { className: 'slow', volumeMode: 'Block' as const }, '"slow" (Block)'],
  ['volume mode', { className: 'fast', volumeMode: 'Filesystem' as const }, '"fast" (Filesystem)'],
])('an image moves with its %s alone', (_, to, place) => {
  const images = [{ ...ubuntu, storage: to }];
  expect(movedImageNotes({ ...config, images }, cluster).join('')).toContain(
    `stays on StorageClass "fast" (Block) until its registry has a newer image, and hosts may have to copy it to disks on ${place}`,
  );
});
