// SPDX-License-Identifier: Apache-2.0
import { mountedFolder } from './mounted-folder.ts';

const mounts = `25 1 8:1 / / rw - ext4 /dev/sda1 rw
90 25 8:1 /volumes/pv-1 /guest/root/dev/disk/by-id/virtio-etcd rw - ext4 /dev/sda1 rw
91 25 8:1 /volumes/pv-2 /guest/root/dev/disk/by-id/virtio-more rw - ext4 /dev/sda1 rw
92 25 8:1 /volumes/pv-1/files /guest/root/var/lib/my\\040etcd rw - ext4 /dev/sda1 rw
`;

test.each([
  ['virtio-etcd', '/var/lib/my etcd'],
  ['virtio-more', undefined],
  ['virtio-none', undefined],
])('the disk %s is mounted at %s', (id, folder) => {
  const device = `/guest/root/dev/disk/by-id/${id}`;
  expect(mountedFolder(mounts, device, '/guest/root')).toBe(folder);
});
