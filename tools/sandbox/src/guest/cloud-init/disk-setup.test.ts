// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOf, fileSystemOf, makeFileSystem } from '../root/disks.ts';
import { decideFileSystem, fstabLine, setUpFileSystem } from './disk-setup.ts';
import type { UserData } from './user-data.ts';

const root = mkdtempSync(join(tmpdir(), 'disks-'));
afterAll(() => rmSync(root, { recursive: true }));

const device = '/dev/disk/by-id/virtio-etcd';
const setup: UserData['fs_setup'][number] = {
  device,
  filesystem: 'ext4',
  label: 'etcd',
  partition: 'auto',
  overwrite: false,
};

test.each([
  ['blank', undefined, 'auto', 'format'],
  ['blank', undefined, 'any', 'format'],
  ['the wanted one', { type: 'ext4', label: 'etcd' }, 'auto', 'keep'],
  ['of another label', { type: 'ext4', label: 'x' }, 'auto', 'skip'],
  ['of another label', { type: 'ext4', label: 'x' }, 'any', 'keep'],
  ['of another type', { type: 'xfs', label: 'etcd' }, 'any', 'skip'],
  ['the wanted one', { type: 'ext4', label: 'etcd' }, 'none', 'format'],
] as const)(
  'a disk that is %s (%j), with partition %s: %s',
  (_name, found, partition, expected) => {
    expect(decideFileSystem(found, { ...setup, partition })).toBe(expected);
  },
);

test('keeps data on a disk at the next first boot, unless the partition is "none"', () => {
  mkdirSync(join(root, device), { recursive: true });
  expect(setUpFileSystem(root, setup)).toBe(`${device}: new ext4 "etcd" (was blank)`);
  writeFileSync(join(filesOf(join(root, device)), 'member'), '');
  expect(setUpFileSystem(root, setup)).toBe(`${device}: ext4 "etcd" is kept`);
  expect(readdirSync(filesOf(join(root, device)))).toEqual(['member']);
  expect(setUpFileSystem(root, { ...setup, partition: 'none' })).toBe(
    `${device}: new ext4 "etcd" (was ext4 "etcd")`,
  );
  expect(readdirSync(filesOf(join(root, device)))).toEqual([]);
});

test('a disk keeps the type and label of its file system', () => {
  makeFileSystem(join(root, device), { type: 'xfs', label: '' });
  expect(fileSystemOf(join(root, device))).toEqual({ type: 'xfs', label: '' });
});

test.each([
  [
    ['/dev/vdb', '/data', 'ext4', 'defaults,noatime'],
    '/dev/vdb\t/data\text4\tdefaults,noatime,comment=cloudconfig\t0\t2\n',
  ],
  [
    ['/dev/vdb', '/data', null, null, '1'],
    '/dev/vdb\t/data\tauto\tdefaults,nofail,x-systemd.after=cloud-init-network.service,_netdev,comment=cloudconfig\t1\t2\n',
  ],
])('the mount %j has its line in /etc/fstab, with the mark of cloud-init', (mount, line) => {
  expect(fstabLine(mount)).toBe(line);
});
