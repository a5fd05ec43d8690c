// SPDX-License-Identifier: Apache-2.0
import { storage } from './storage-fields.ts';

test.each([
  [['ReadWriteOncePod'], []],
  [['ReadWriteMany', 'ReadWriteOnce'], []],
  [
    ['ReadWriteOncePod', 'ReadWriteMany'],
    ['Kubernetes takes ReadWriteOncePod with no other access mode; name one of the two'],
  ],
])('the access modes %j of a disk', (accessModes, messages) => {
  const { error } = storage.safeParse({ className: 'fast', accessModes, volumeMode: 'Block' });
  expect((error?.issues ?? []).map(({ message }) => message)).toEqual(messages);
});
