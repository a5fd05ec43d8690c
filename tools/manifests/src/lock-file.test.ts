// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { formatLock, lockPath, parseLock, readLock } from './lock-file.ts';

const hash = `h1:${'A'.repeat(43)}=`;
const entry = {
  component: 'alpha',
  version: '1.0.0',
  modules: [{ path: 'example.com/alpha', version: 'v1.0.0', hash }],
  files: [{ path: 'alpha-1.0.0/alpha.json', sha256: 'a'.repeat(64) }],
  objects: 1,
  images: ['example.com/alpha:v1.0.0'],
};

const parse = (lock: unknown) => parseLock(JSON.stringify(lock), 'lock.json');

test('a valid lock is read as it stands', () => {
  expect(parse({ formatVersion: 1, components: [entry] })).toEqual({
    formatVersion: 1,
    components: [entry],
  });
});

test('every problem of a lock is listed with its path', () => {
  const broken = {
    ...entry,
    version: 'v1.0.0',
    modules: [{ path: 'example.com/alpha', version: '1.0.0', hash: 'h1:short' }],
    files: [{ path: '../alpha.json', sha256: 'ABC' }],
    objects: 0,
    note: 'x',
  };
  expect(() => parse({ formatVersion: 2, components: [broken] })).toThrow(
    [
      'lock.json is not a valid lock file:',
      '  formatVersion: Invalid input: expected 1',
      '  components.0.version: must be a version without a leading v',
      '  components.0.modules.0.version: must be a Go module version such as v1.2.3',
      '  components.0.modules.0.hash: must be a go.sum hash (h1:...)',
      '  components.0.files.0.path: must be <component>-<version>/<file>.json or .yaml',
      '  components.0.files.0.sha256: must be 64 hexadecimal digits',
      '  components.0.objects: Too small: expected number to be >0',
      '  components.0: Unrecognized key: "note"',
    ].join('\n'),
  );
});

test('a component listed twice is refused', () => {
  expect(() => parse({ formatVersion: 1, components: [entry, entry] })).toThrow(
    'lock.json is not a valid lock file:\n  components.1.component: alpha 1.0.0 is listed twice',
  );
});

test('a path that leaves its folder is refused', () => {
  const files = [{ path: '../alpha.json', sha256: 'a'.repeat(64) }];
  expect(() => parse({ formatVersion: 1, components: [{ ...entry, files }] })).toThrow(
    'components.0.files.0.path: must be <component>-<version>/<file>.json or .yaml',
  );
});

test('a lock that is not JSON names the file', () => {
  expect(() => parseLock('{', 'lock.json')).toThrow(/^lock\.json is not JSON: /);
});

test('a missing lock names the two ways to get one', () => {
  expect(() => readLock('/nonexistent/lock.json')).toThrow(
    '/nonexistent/lock.json is missing: restore it from Git, or write it with ' +
      '`npm run manifests -- --update-lock`.',
  );
});

test('the lock of this repository is in the form in which it is written', () => {
  expect(formatLock(readLock(lockPath))).toBe(readFileSync(lockPath, 'utf8'));
});
