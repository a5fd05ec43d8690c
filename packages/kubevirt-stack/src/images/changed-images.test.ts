// SPDX-License-Identifier: Apache-2.0
import type { ImageImport } from '../cluster/cluster-facts.ts';
import type { ImageConfig } from '../config/index.ts';
import { movedImageNotes, shrunkImages } from './changed-images.ts';
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
const cluster = { imageImports: [imported] };
const storage = {
  className: 'fast',
  accessModes: ['ReadWriteMany' as const],
  volumeMode: 'Block' as const,
};

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
  expect(movedImageNotes({ images: [slow], storage }, cluster)).toEqual([
    'images: "ubuntu" stays on StorageClass "fast" (Block) until its registry has a newer image, and ' +
      'hosts may have to copy it to disks on "slow" (Filesystem). To import it again at once, run ' +
      'after the update: kubectl delete datavolume,pvc,volumesnapshot -n golden-images ' +
      '-l cdi.kubevirt.io/dataImportCron=ubuntu',
  ]);
});

test('says nothing of images whose storage stays the same', () => {
  const images = [ubuntu, flatcar, { ...ubuntu, name: 'debian' }];
  expect(movedImageNotes({ images, storage }, cluster)).toEqual([]);
});
