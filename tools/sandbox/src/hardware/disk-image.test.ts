// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSystemOf, filesOf, makeFileSystem } from '../guest/root/disks.ts';
import { systemPath } from '../rack/requirements.ts';
import { openImage, takeImage } from './disk-image.ts';

const env = { PATH: systemPath() };
const lacksPrograms = ['mke2fs', 'debugfs'].some(
  (name) => spawnSync(name, ['-V'], { env }).error !== undefined,
);
const realTest = lacksPrograms ? test.skip : test;
const missingWords = lacksPrograms ? ' (skipped: this machine has no e2fsprogs)' : '';

const size = 16 << 20;
let device: string;
beforeEach(() => {
  device = mkdtempSync(join(tmpdir(), 'disk-image-'));
});
afterEach(() => {
  rmSync(device, { recursive: true });
});

/** A disk with a file system that a guest has made, with one file. */
function writtenDisk(): void {
  makeFileSystem(device, { type: 'ext4', label: 'etcd' });
  mkdirSync(join(filesOf(device), 'member'), { mode: 0o700 });
  writeFileSync(join(filesOf(device), 'member/db'), 'written by the guest', { mode: 0o600 });
}

const debugfs = (image: string, ...args: readonly string[]) =>
  spawnSync('debugfs', [...args, image], { env, encoding: 'utf8' }).stdout;

realTest(`a pod finds on the disk what the guest has written${missingWords}`, async () => {
  writtenDisk();
  const image = await openImage(device, size);
  expect(statSync(image).size).toBe(size);
  expect(debugfs(image, '-R', 'show_super_stats -h')).toMatch(/^Filesystem volume name: +etcd$/m);
  expect(debugfs(image, '-R', 'cat /member/db')).toBe('written by the guest');
});

realTest(`a machine finds on the disk what a pod has written${missingWords}`, async () => {
  writtenDisk();
  const image = await openImage(device, size);
  const file = join(device, 'new');
  writeFileSync(file, 'written by the pod');
  debugfs(image, '-w', '-R', `write ${file} mark`);
  await takeImage(device);
  expect(existsSync(image)).toBe(false);
  expect(fileSystemOf(device)).toEqual({ type: 'ext4', label: 'etcd' });
  expect(readdirSync(filesOf(device)).sort()).toEqual(['lost+found', 'mark', 'member']);
  expect(readFileSync(join(filesOf(device), 'mark'), 'utf8')).toBe('written by the pod');
  expect(readFileSync(join(filesOf(device), 'member/db'), 'utf8')).toBe('written by the guest');
  expect(statSync(join(filesOf(device), 'member')).mode & 0o777).toBe(0o700);
});

realTest(`a pod finds what the pod before has left, and a larger disk${missingWords}`, async () => {
  writtenDisk();
  const image = await openImage(device, size);
  debugfs(image, '-w', '-R', 'mkdir former');
  expect(await openImage(device, 2 * size)).toBe(image);
  expect(statSync(image).size).toBe(2 * size);
  expect(debugfs(image, '-R', 'ls -p /')).toContain('/former/');
});

realTest(`a disk without a file system is blank for a machine${missingWords}`, async () => {
  writtenDisk();
  const image = await openImage(device, size);
  writeFileSync(image, Buffer.alloc(size));
  await takeImage(device);
  expect(fileSystemOf(device)).toBeUndefined();
  expect(existsSync(filesOf(device))).toBe(false);
});

realTest(`a blank disk is blank for a pod${missingWords}`, async () => {
  const image = await openImage(device, size);
  expect(debugfs(image, '-R', 'show_super_stats -h')).toBe('');
});

test('a machine whose disk no pod has had keeps its files', async () => {
  writtenDisk();
  await takeImage(device);
  expect(readFileSync(join(filesOf(device), 'member/db'), 'utf8')).toBe('written by the guest');
});

test('a pod gets no disk with a file system that nothing here reads', async () => {
  makeFileSystem(device, { type: 'xfs', label: 'data' });
  await expect(openImage(device, size)).rejects.toThrow('nothing here reads a disk with xfs');
});
