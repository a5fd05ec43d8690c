// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lacksFileSystemTools, missingWords } from './testing/file-system-tools.ts';

// The real script, mke2fs and debugfs, on files instead of disks, as a user who is not root.
// It may not be able to enter the folders above, so it works in its own and every path is relative.
const script = join(import.meta.dirname, 'scripts/etcd-disks.sh');
const path = '/usr/sbin:/usr/bin:/sbin:/bin';
const isRoot = process.getuid?.() === 0;
const user = 107;
const realTest = lacksFileSystemTools ? test.skip : test;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'etcd-disks-'));
  copyFileSync(script, join(root, 'etcd-disks.sh'));
  chmodSync(join(root, 'etcd-disks.sh'), 0o644);
  if (isRoot) chownSync(root, user, user);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs a program as somebody who is not root. */
function run(program: string, ...args: readonly string[]) {
  return runWith({}, program, ...args);
}

function runWith(env: Readonly<Record<string, string>>, program: string, ...args: readonly string[]) {
  const as = ['--reuid', `${user}`, '--regid', `${user}`, '--clear-groups', program];
  const command = isRoot ? 'setpriv' : program;
  const rest = isRoot ? [...as, ...args] : args;
  const { status, stderr, stdout } = spawnSync(command, rest, {
    cwd: root,
    env: { PATH: path, TMPDIR: '.', ...env },
    encoding: 'utf8',
  });
  return { status, stderr, stdout };
}

/** Runs the script for one disk. */
function disks(
  mode: string,
  restore: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
) {
  const { status, stderr } = runWith(
    env,
    '/bin/sh',
    'etcd-disks.sh',
    mode,
    restore,
    folder,
    'cp-0=cp-0.img',
  );
  return { status, stderr };
}

/** Makes an empty disk and gives its path, which is relative. */
function makeDisk(): string {
  const file = join(root, 'cp-0.img');
  writeFileSync(file, '');
  truncateSync(file, 64 << 20);
  if (isRoot) chownSync(file, user, user);
  return 'cp-0.img';
}

/** Makes the data of a member. */
function makeData(folder: string, content: string): void {
  const data = join(root, folder, 'cp-0/member');
  for (const part of ['snap', 'wal']) mkdirSync(join(data, part), { recursive: true });
  writeFileSync(join(data, 'snap/db'), content);
  writeFileSync(join(data, 'wal/0000000000000000-0000000000000000.wal'), 'log');
  // The user may read it, whatever the umask says.
  const all = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  for (const entry of ['', ...all]) chmodSync(join(root, folder, entry), 0o755);
}

const look = (disk: string, command: string) => run('debugfs', '-R', command, disk).stdout;

// Proves: clusters.restore
realTest(
  `a disk gets the data of its member, which belongs to root, under the label that machines look for${missingWords}`,
  () => {
    const disk = makeDisk();
    makeData('restored', 'the backup');
    expect(disks('write', '17', 'restored')).toEqual({
      status: 0,
      stderr:
        'restore: writing the disk of cp-0\nrestore: wrote the disk of cp-0 and read it back\n',
    });
    expect(look(disk, 'show_super_stats -h')).toMatch(/^Filesystem volume name: +etcd$/m);
    expect(look(disk, 'cat /member/snap/db')).toBe('the backup');
    // Inode, mode, user, group and name of each entry.
    const entries = (folder: string) =>
      look(disk, `ls -p ${folder}`)
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

// Proves: clusters.restore
realTest(`a disk that has this restore is neither read nor written again${missingWords}`, () => {
  const disk = makeDisk();
  makeData('restored', 'the backup');
  disks('write', '17', 'restored');
  makeData('restored', 'another');
  const said = 'restore: the disk of cp-0 has the backup already\n';
  expect(disks('write', '17', 'restored')).toEqual({ status: 0, stderr: said });
  expect(disks('read', '17', 'former')).toEqual({ status: 0, stderr: said });
  expect(look(disk, 'cat /member/snap/db')).toBe('the backup');
});

// Proves: clusters.restore
realTest(`the former data is read before another restore replaces it${missingWords}`, () => {
  const disk = makeDisk();
  makeData('restored', 'the first');
  disks('write', '17', 'restored');
  expect(disks('read', '18', 'former')).toEqual({
    status: 0,
    stderr: 'restore: read the data of cp-0\n',
  });
  expect(readFileSync(join(root, 'former/cp-0/member/snap/db'), 'utf8')).toBe('the first');
  makeData('restored', 'the second');
  expect(disks('write', '18', 'restored').status).toBe(0);
  expect(look(disk, 'cat /member/snap/db')).toBe('the second');
});

// Proves: clusters.restore
realTest(
  `an empty disk, and one with an empty file system, have nothing to keep${missingWords}`,
  () => {
    const disk = makeDisk();
    expect(disks('read', '17', 'former')).toEqual({
      status: 0,
      stderr: 'restore: the disk of cp-0 has no file system of etcd: there is nothing to keep\n',
    });
    run('mke2fs', '-q', '-t', 'ext4', '-L', 'etcd', disk);
    expect(disks('read', '17', 'former')).toEqual({
      status: 0,
      stderr: 'restore: the disk of cp-0 is empty: there is nothing to keep\n',
    });
  },
);

// Proves: clusters.restore
realTest(
  `former data that cannot be read ends the restore before anything is written${missingWords}`,
  () => {
    const disk = makeDisk();
    makeData('restored', 'the former');
    disks('write', '17', 'restored');
    run('debugfs', '-w', '-R', 'rm /member/snap/db', disk);
    expect(disks('read', '18', 'former')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'restore: the data of cp-0 cannot be read whole from its disk; nothing has been written. --without-former cp-0 restores all the same\n',
      ) as string,
    });
  },
);

/** Writes bytes over a part of a disk. */
function damage(disk: string, at: number, bytes: Uint8Array): void {
  const file = openSync(join(root, disk), 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

// Proves: clusters.restore
realTest(`a damaged superblock does not hide the former data${missingWords}`, () => {
  const disk = makeDisk();
  makeData('restored', 'the former');
  disks('write', '17', 'restored');
  damage(disk, 1024, new Uint8Array(64));
  expect(disks('read', '18', 'former')).toEqual({
    status: 0,
    stderr: 'restore: read the data of cp-0\n',
  });
  expect(readFileSync(join(root, 'former/cp-0/member/snap/db'), 'utf8')).toBe('the former');
});

// Proves: clusters.restore
realTest(`a disk that is not blank, and not readable, ends the restore${missingWords}`, () => {
  const disk = makeDisk();
  damage(disk, 4096, new Uint8Array([1]));
  expect(disks('read', '17', 'former')).toEqual({
    status: 1,
    stderr:
      'restore: the disk of cp-0 is not blank, and its file system cannot be read; nothing has been written. --without-former cp-0 restores all the same\n',
  });
  expect(disks('read', '17', 'former', { WITHOUT_FORMER: 'cp-1 cp-0' })).toEqual({
    status: 0,
    stderr:
      'restore: the disk of cp-0 is not blank, and its file system cannot be read; it is restored all the same\n',
  });
});

// Proves: clusters.restore
realTest(`a disk that cannot be opened ends the restore, for its data is not known${missingWords}`, () => {
  const disk = makeDisk();
  chmodSync(join(root, disk), 0o000);
  if (isRoot) chownSync(join(root, disk), 0, 0);
  const said = `restore: user ${isRoot ? user : (process.getuid?.() ?? 0)} may not open the disk of cp-0. A device belongs to this user only where containerd has device_ownership_from_security_context\n`;
  expect(disks('read', '17', 'former')).toEqual({ status: 1, stderr: said });
  rmSync(join(root, disk));
  expect(disks('read', '17', 'former')).toEqual({
    status: 1,
    stderr: 'restore: there is no disk of cp-0\n',
  });
});

// Proves: clusters.restore
realTest(
  `of former data that is given up, what can be read is kept, and the disk is written${missingWords}`,
  () => {
    const disk = makeDisk();
    makeData('restored', 'the former');
    disks('write', '17', 'restored');
    run('debugfs', '-w', '-R', 'rm /member/snap/db', disk);
    const wal = '/member/wal/0000000000000000-0000000000000000.wal';
    run('debugfs', '-w', '-R', `set_inode_field ${wal} mode 0100000`, disk);
    expect(disks('read', '18', 'former', { WITHOUT_FORMER: 'cp-0' })).toEqual({
      status: 0,
      stderr:
        'restore: the data of cp-0 cannot be read whole from its disk; it is restored all the same\n',
    });
    const kept = join(root, 'former/cp-0', wal);
    expect([readFileSync(kept, 'utf8'), statSync(kept).mode & 0o600]).toEqual(['log', 0o600]);
    makeData('restored', 'the backup');
    expect(disks('write', '18', 'restored').status).toBe(0);
    expect(look(disk, 'cat /member/snap/db')).toBe('the backup');
  },
);

/** Writes a word over every other one of the same length. */
function rename(disk: string, from: string, to: string): void {
  const bytes = readFileSync(join(root, disk));
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) {
    damage(disk, at, Buffer.from(to));
  }
}

const strange =
  'restore: the disk of cp-0 has something beside the data of etcd, so nothing of it is read; nothing has been written. --without-former cp-0 restores all the same\n';

// Proves: clusters.restore
realTest(`names on a disk lead to nowhere else${missingWords}`, () => {
  const disk = makeDisk();
  makeData('restored', 'the former');
  const path = '../../../../restored/cp-0/member/snap/db';
  const name = 'x'.repeat(path.length);
  writeFileSync(join(root, 'restored/cp-0/member/wal', name), 'of the disk');
  // Without checksums of folders; a guest can write right ones.
  const format = ['-q', '-F', '-t', 'ext4', '-O', '^metadata_csum', '-L', 'etcd'];
  expect(run('mke2fs', ...format, '-d', 'restored/cp-0', disk).status).toBe(0);
  rename(disk, name, path);
  makeData('restored', 'the backup');
  mkdirSync(join(root, 'former'));
  if (isRoot) chownSync(join(root, 'former'), user, user);
  expect(disks('read', '18', 'former')).toEqual({ status: 1, stderr: strange });
  expect(readFileSync(join(root, 'restored/cp-0/member/snap/db'), 'utf8')).toBe('the backup');
});

// Proves: clusters.restore
realTest(`links and further folders on a disk are not read${missingWords}`, () => {
  for (const command of ['symlink /member/wal/x /etc/passwd', 'mkdir /member/snap/deep']) {
    const disk = makeDisk();
    makeData('restored', 'the former');
    disks('write', '17', 'restored');
    run('debugfs', '-w', '-R', command, disk);
    expect([command, disks('read', '18', 'former')]).toEqual([
      command,
      { status: 1, stderr: strange },
    ]);
    expect(existsSync(join(root, 'former'))).toBe(false);
  }
});

// Proves: clusters.restore
realTest(`a sparse file on a disk does not fill the host${missingWords}`, () => {
  const disk = makeDisk();
  makeData('restored', 'the former');
  disks('write', '17', 'restored');
  run('debugfs', '-w', '-R', `set_inode_field /member/snap/db size ${2 ** 32}`, disk);
  expect(disks('read', '18', 'former')).toEqual({ status: 1, stderr: strange });
  expect(existsSync(join(root, 'former'))).toBe(false);
});

// Proves: clusters.restore
realTest(`without restored data no disk is written${missingWords}`, () => {
  const disk = makeDisk();
  mkdirSync(join(root, 'restored'));
  expect(disks('write', '17', 'restored')).toEqual({
    status: 1,
    stderr: 'restore: there is no restored data of cp-0\n',
  });
  expect(readFileSync(join(root, disk)).every((byte) => byte === 0)).toBe(true);
});

// Proves: clusters.restore
realTest(
  `a disk that is too small is an error, and is not marked as restored${missingWords}`,
  () => {
    const disk = makeDisk();
    makeData('restored', 'x'.repeat(80 << 20));
    expect(disks('write', '17', 'restored').status).not.toBe(0);
    expect(look(disk, 'cat /strata-restore')).toBe('');
  },
);
