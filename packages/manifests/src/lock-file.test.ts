// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatLock, lockFileOf, locksDir, parseLock, readLock, readLocks } from './lock-file.ts';
import { testFolder } from './test-folder.ts';

const hash = `h1:${'A'.repeat(43)}=`;
const entry = {
  component: 'alpha',
  version: '1.0.0',
  modules: [{ path: 'example.com/alpha', version: 'v1.0.0', hash }],
  files: [{ path: 'alpha-1.0.0/alpha.json', sha256: 'a'.repeat(64) }],
  objects: 1,
  images: ['example.com/alpha:v1.0.0'],
};

const folder = testFolder();
const file = join(folder, 'alpha-1.0.0.json');
const parse = (lock: unknown) => parseLock(JSON.stringify(lock), file);

test('reads a valid lock unchanged', () => {
  expect(parse(entry)).toEqual(entry);
});

test('lists every problem of a lock with its path', () => {
  const broken = {
    ...entry,
    version: 'v1.0.0',
    modules: [{ path: 'example.com/alpha', version: '1.0.0', hash: 'h1:short' }],
    files: [{ path: '../alpha.json', sha256: 'ABC' }],
    objects: 0,
    note: 'x',
  };
  expect(() => parse(broken)).toThrow(
    [
      `${file} is not a valid lock:`,
      '  version: must be a version without a leading v',
      '  modules.0.version: must be a Go module version such as v1.2.3',
      '  modules.0.hash: must be a go.sum hash (h1:...)',
      '  files.0.path: must be <component>-<version>/<file>.json or .yaml',
      '  files.0.sha256: must be 64 hexadecimal digits',
      '  objects: Too small: expected number to be >0',
      '  Unrecognized key: "note"',
    ].join('\n'),
  );
});

test('refuses a lock that lists only the file for people', () => {
  const files = [{ path: 'alpha-1.0.0/alpha.yaml', sha256: 'a'.repeat(64) }];
  expect(() => parse({ ...entry, files })).toThrow(
    `${file} is not a valid lock:\n  files: must have the .json that programs load`,
  );
});

test('refuses a lock whose file name belongs to another one', () => {
  expect(() => parse({ ...entry, version: '1.1.0' })).toThrow(
    `${file} is the lock of alpha 1.1.0: rename it.`,
  );
});

test('names the file of a lock that is not JSON', () => {
  expect(() => parseLock('{', 'lock.json')).toThrow(/^lock\.json is not JSON: /);
});

test('reads no lock for a version without one, and reads all locks of a folder', () => {
  expect(readLock(folder, entry)).toBeUndefined();
  expect(readLocks(folder)).toEqual([]);
  writeFileSync(file, formatLock(entry));
  expect(readLock(folder, entry)).toEqual(entry);
  expect(readLock(folder, { component: 'alpha', version: '1.1.0' })).toBeUndefined();
  expect(readLocks(folder)).toEqual([entry]);
  expect(readLocks(join(folder, 'missing'))).toEqual([]);
});

test('the locks of this repository have the form that formatLock writes', () => {
  for (const lock of readLocks(locksDir)) {
    expect(formatLock(lock)).toBe(readFileSync(lockFileOf(locksDir, lock), 'utf8'));
  }
});
