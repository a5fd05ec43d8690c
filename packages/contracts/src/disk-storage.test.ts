// SPDX-License-Identifier: Apache-2.0
import { diskStorage, type Storage } from './index.ts';

const storage: Storage = {
  className: 'fast',
  accessModes: ['ReadWriteMany'],
  volumeMode: 'Block',
};

test.each([
  ['the storage of the platform', {}, storage],
  [
    'its own modes',
    { volumeMode: 'Filesystem' as const },
    { ...storage, volumeMode: 'Filesystem' },
  ],
  ['no modes of the platform on another class', { className: 'slow' }, { className: 'slow' }],
])('a disk has %s', (_, disk, expected) => {
  expect(diskStorage(disk, { storage })).toEqual(expected);
});
