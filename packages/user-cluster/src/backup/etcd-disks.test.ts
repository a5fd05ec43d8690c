// SPDX-License-Identifier: Apache-2.0
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { DiskFolder, isRoot, user } from './testing/disk-folder.ts';
import { lacksFileSystemTools, missingWords } from './testing/file-system-tools.ts';

// The real script, mke2fs and debugfs, on files instead of disks, as a user who is not root.
const realTest = lacksFileSystemTools ? test.skip : test;

let at: DiskFolder;

beforeEach(() => {
  at = new DiskFolder();
});

afterEach(() => at.remove());

// Proves: backups.restore
realTest(
  `a disk gets the data of its member, which belongs to root, under the label that machines look for${missingWords}`,
  () => {
    const disk = at.makeDisk();
    at.makeData('restored', 'the backup');
    expect(at.disks('write', '17', 'restored')).toEqual({
      status: 0,
      stderr:
        'restore: writing the disk of cp-0\nrestore: wrote the disk of cp-0 and read it back\n',
    });
    expect(at.look(disk, 'show_super_stats -h')).toMatch(/^Filesystem volume name: +etcd$/m);
    expect(at.look(disk, 'cat /member/snap/db')).toBe('the backup');
    // Inode, mode, user, group and name of each entry.
    const entries = (folder: string) =>
      at
        .look(disk, `ls -p ${folder}`)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split('/').slice(3, 6).join(' '))
        .sort();
    expect(entries('/')).toEqual([
      '0 0 .',
      '0 0 ..',
      '0 0 lost+found',
      '0 0 member',
      '0 0 strata-restore',
    ]);
    expect(entries('/member/wal')).toEqual([
      '0 0 .',
      '0 0 ..',
      '0 0 0000000000000000-0000000000000000.wal',
    ]);
  },
);

// Proves: backups.restore
realTest(`a disk that has this restore is neither read nor written again${missingWords}`, () => {
  const disk = at.makeDisk();
  at.makeData('restored', 'the backup');
  at.disks('write', '17', 'restored');
  at.makeData('restored', 'another');
  const said = 'restore: the disk of cp-0 has the backup already\n';
  expect(at.disks('write', '17', 'restored')).toEqual({ status: 0, stderr: said });
  expect(at.disks('read', '17', 'former')).toEqual({ status: 0, stderr: said });
  expect(at.look(disk, 'cat /member/snap/db')).toBe('the backup');
});

// Proves: backups.restore
realTest(`the former data is read before another restore replaces it${missingWords}`, () => {
  const disk = at.makeDisk();
  at.makeData('restored', 'the first');
  at.disks('write', '17', 'restored');
  expect(at.disks('read', '18', 'former')).toEqual({
    status: 0,
    stderr: 'restore: read the data of cp-0\n',
  });
  expect(readFileSync(at.path('former/cp-0/member/snap/db'), 'utf8')).toBe('the first');
  at.makeData('restored', 'the second');
  expect(at.disks('write', '18', 'restored').status).toBe(0);
  expect(at.look(disk, 'cat /member/snap/db')).toBe('the second');
});

// Proves: backups.restore
realTest(
  `an empty disk, and one with an empty file system, have nothing to keep${missingWords}`,
  () => {
    const disk = at.makeDisk();
    expect(at.disks('read', '17', 'former')).toEqual({
      status: 0,
      stderr: 'restore: the disk of cp-0 has no file system of etcd: there is nothing to keep\n',
    });
    at.run('mke2fs', '-q', '-t', 'ext4', '-L', 'etcd', disk);
    expect(at.disks('read', '17', 'former')).toEqual({
      status: 0,
      stderr: 'restore: the disk of cp-0 is empty: there is nothing to keep\n',
    });
  },
);

// Proves: backups.restore
realTest(
  `former data that cannot be read ends the restore before anything is written${missingWords}`,
  () => {
    const disk = at.makeDisk();
    at.makeData('restored', 'the former');
    at.disks('write', '17', 'restored');
    at.run('debugfs', '-w', '-R', 'rm /member/snap/db', disk);
    expect(at.disks('read', '18', 'former')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'restore: the data of cp-0 cannot be read whole from its disk; nothing has been written. --without-former cp-0 restores all the same\n',
      ) as string,
    });
  },
);

// Proves: backups.restore
realTest(`a damaged superblock does not hide the former data${missingWords}`, () => {
  const disk = at.makeDisk();
  at.makeData('restored', 'the former');
  at.disks('write', '17', 'restored');
  at.damage(disk, 1024, new Uint8Array(64));
  expect(at.disks('read', '18', 'former')).toEqual({
    status: 0,
    stderr: 'restore: read the data of cp-0\n',
  });
  expect(readFileSync(at.path('former/cp-0/member/snap/db'), 'utf8')).toBe('the former');
});

// Proves: backups.restore
realTest(`a disk that is not blank, and not readable, ends the restore${missingWords}`, () => {
  const disk = at.makeDisk();
  at.damage(disk, 4096, new Uint8Array([1]));
  expect(at.disks('read', '17', 'former')).toEqual({
    status: 1,
    stderr:
      'restore: the disk of cp-0 is not blank, and its file system cannot be read; nothing has been written. --without-former cp-0 restores all the same\n',
  });
  expect(at.disks('read', '17', 'former', { WITHOUT_FORMER: 'cp-1 cp-0' })).toEqual({
    status: 0,
    stderr:
      'restore: the disk of cp-0 is not blank, and its file system cannot be read; it is restored all the same\n',
  });
});

// Proves: backups.restore
realTest(
  `a disk that cannot be opened ends the restore, for its data is not known${missingWords}`,
  () => {
    const disk = at.makeDisk();
    chmodSync(at.path(disk), 0o000);
    if (isRoot) chownSync(at.path(disk), 0, 0);
    const said = `restore: user ${isRoot ? user : (process.getuid?.() ?? 0)} may not open the disk of cp-0. A device belongs to this user only where containerd has device_ownership_from_security_context\n`;
    expect(at.disks('read', '17', 'former')).toEqual({ status: 1, stderr: said });
    rmSync(at.path(disk));
    expect(at.disks('read', '17', 'former')).toEqual({
      status: 1,
      stderr: 'restore: there is no disk of cp-0\n',
    });
  },
);

// Proves: backups.restore
realTest(
  `of former data that is given up, what can be read is kept, and the disk is written${missingWords}`,
  () => {
    const disk = at.makeDisk();
    at.makeData('restored', 'the former');
    at.disks('write', '17', 'restored');
    at.run('debugfs', '-w', '-R', 'rm /member/snap/db', disk);
    const wal = '/member/wal/0000000000000000-0000000000000000.wal';
    at.run('debugfs', '-w', '-R', `set_inode_field ${wal} mode 0100000`, disk);
    expect(at.disks('read', '18', 'former', { WITHOUT_FORMER: 'cp-0' })).toEqual({
      status: 0,
      stderr:
        'restore: the data of cp-0 cannot be read whole from its disk; it is restored all the same\n',
    });
    const kept = at.path('former/cp-0', wal);
    expect([readFileSync(kept, 'utf8'), statSync(kept).mode & 0o600]).toEqual(['log', 0o600]);
    at.makeData('restored', 'the backup');
    expect(at.disks('write', '18', 'restored').status).toBe(0);
    expect(at.look(disk, 'cat /member/snap/db')).toBe('the backup');
  },
);

// Proves: backups.restore
realTest(`a disk that was written half has no former data${missingWords}`, () => {
  const disk = at.makeDisk();
  at.makeData('restored', 'the former');
  at.disks('write', '17', 'restored');
  at.makeData('restored', 'the backup');
  const killed = at.makeProgram('mke2fs', 'kill -9 $PPID');
  expect(at.disks('write', '18', 'restored', killed).status).not.toBe(0);
  expect(at.disks('read', '18', 'former')).toEqual({
    status: 0,
    stderr: 'restore: the disk of cp-0 has no file system of etcd: there is nothing to keep\n',
  });
  expect(at.disks('write', '18', 'restored').status).toBe(0);
  expect(at.look(disk, 'cat /member/snap/db')).toBe('the backup');
});

// Proves: backups.restore
realTest(
  `a disk that was written and not read back is not taken for the former data${missingWords}`,
  () => {
    const disk = at.makeDisk();
    at.makeData('restored', 'the backup');
    const killed = at.makeProgram('e2fsck', 'kill -9 $PPID');
    expect(at.disks('write', '18', 'restored', killed).status).not.toBe(0);
    expect(at.disks('read', '18', 'former')).toEqual({
      status: 0,
      stderr:
        'restore: the disk of cp-0 has the backup, but nobody has read it back: it is written again\n',
    });
    expect(at.disks('write', '18', 'restored').status).toBe(0);
    expect(at.look(disk, 'cat /strata-restore')).toBe('18');
    expect(at.disks('read', '19', 'former').stderr).toBe('restore: read the data of cp-0\n');
  },
);

// Proves: backups.restore
realTest(`without restored data no disk is written${missingWords}`, () => {
  const disk = at.makeDisk();
  mkdirSync(at.path('restored'));
  expect(at.disks('write', '17', 'restored')).toEqual({
    status: 1,
    stderr: 'restore: there is no restored data of cp-0\n',
  });
  expect(readFileSync(at.path(disk)).every((byte) => byte === 0)).toBe(true);
});

// Proves: backups.restore
realTest(
  `a disk that is too small is an error, and is not marked as restored${missingWords}`,
  () => {
    const disk = at.makeDisk();
    at.makeData('restored', 'x'.repeat(80 << 20));
    expect(at.disks('write', '17', 'restored').status).not.toBe(0);
    expect(at.look(disk, 'cat /strata-restore')).toBe('');
  },
);
