// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { growFileSystem, makeFileSystem, setDiskSize } from './disks.ts';

const device = mkdtempSync(join(tmpdir(), 'disk-'));
afterAll(() => rmSync(device, { recursive: true }));

// Proves: volumes.growth
test('a file system grows to the size that its disk has at the moment, and only when it is asked to', () => {
  expect(setDiskSize(device, 1_000)).toBeUndefined();
  makeFileSystem(device, { type: 'ext4', label: '' });
  expect(growFileSystem(device)).toBe(false);
  expect(setDiskSize(device, 2_000)).toBe(1_000);
  expect(growFileSystem(device)).toBe(true);
  expect(growFileSystem(device)).toBe(false);
});

test('a disk that is not in /dev yet cannot be formatted', () => {
  const absent = join(device, 'absent');
  expect(() => makeFileSystem(absent, { type: 'ext4', label: '' })).toThrow(
    `ENOENT: no such file or directory, mkdir '${join(absent, 'files')}'`,
  );
  expect(existsSync(absent)).toBe(false);
});
