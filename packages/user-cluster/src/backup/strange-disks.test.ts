// SPDX-License-Identifier: Apache-2.0
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DiskFolder, isRoot, user } from './testing/disk-folder.ts';
import { lacksFileSystemTools, missingWords } from './testing/file-system-tools.ts';

// Disks on which their owner, the tenant, has something else than etcd: the script writes what it reads.
const realTest = lacksFileSystemTools ? test.skip : test;

let at: DiskFolder;

beforeEach(() => {
  at = new DiskFolder();
});

afterEach(() => at.remove());

const strange =
  'restore: the disk of cp-0 has something beside the data of etcd, so nothing of it is read; nothing has been written. --without-former cp-0 restores all the same\n';

// Proves: backups.restore
realTest(`names on a disk lead to nowhere else${missingWords}`, () => {
  const disk = at.makeDisk();
  at.makeData('restored', 'the former');
  const path = '../../../../restored/cp-0/member/snap/db';
  const name = 'x'.repeat(path.length);
  writeFileSync(at.path('restored/cp-0/member/wal', name), 'of the disk');
  // Without checksums of folders; a guest can write right ones.
  const format = ['-q', '-F', '-t', 'ext4', '-O', '^metadata_csum', '-L', 'etcd'];
  expect(at.run('mke2fs', ...format, '-d', 'restored/cp-0', disk).status).toBe(0);
  at.rename(disk, name, path);
  at.makeData('restored', 'the backup');
  mkdirSync(at.path('former'));
  if (isRoot) chownSync(at.path('former'), user, user);
  expect(at.disks('read', '18', 'former')).toEqual({ status: 1, stderr: strange });
  expect(readFileSync(at.path('restored/cp-0/member/snap/db'), 'utf8')).toBe('the backup');
});

// Proves: backups.restore
realTest(`links and further folders on a disk are not read${missingWords}`, () => {
  for (const command of ['symlink /member/wal/x /etc/passwd', 'mkdir /member/snap/deep']) {
    const disk = at.makeDisk();
    at.makeData('restored', 'the former');
    at.disks('write', '17', 'restored');
    at.run('debugfs', '-w', '-R', command, disk);
    expect([command, at.disks('read', '18', 'former')]).toEqual([
      command,
      { status: 1, stderr: strange },
    ]);
    expect(existsSync(at.path('former'))).toBe(false);
  }
});

// Proves: backups.restore
realTest(`a sparse file on a disk does not fill the host${missingWords}`, () => {
  const disk = at.makeDisk();
  at.makeData('restored', 'the former');
  at.disks('write', '17', 'restored');
  at.run('debugfs', '-w', '-R', `set_inode_field /member/snap/db size ${2 ** 32}`, disk);
  expect(at.disks('read', '18', 'former')).toEqual({ status: 1, stderr: strange });
  expect(existsSync(at.path('former'))).toBe(false);
});
