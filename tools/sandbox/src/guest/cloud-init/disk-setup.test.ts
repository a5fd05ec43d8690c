// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOf, fileSystemOf, makeFileSystem } from '../root/disks.ts';
import { decideFileSystem, setUpFileSystem } from './disk-setup.ts';
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
