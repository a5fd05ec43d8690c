// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BroughtObject } from './choose-objects.ts';
import { writeFolder } from './write-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-folder-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function brought(label: string, kind: string, name: string, namespace?: string): BroughtObject {
  const metadata = { name, ...(namespace !== undefined && { namespace }) };
  const manifest = { apiVersion: 'v1', kind, metadata, data: { word: 'aHVzaA==' } };
  return { label, manifest, remarks: [], owners: [] };
}

// Proves: backups.restore-objects
test('each object is a file that only its owner can read, in the order in which kubectl makes them', () => {
  const out = join(folder, 'new', 'one');
  const files = writeFolder(out, [
    brought('namespaces', 'Namespace', 'shop'),
    brought('secrets', 'Secret', 'db', 'shop'),
    brought('pods', 'Pod', 'alone', 'shop'),
  ]);
  expect(files).toEqual([
    '00-namespaces/shop.json',
    '05-secrets/shop.db.json',
    '11-pods/shop.alone.json',
  ]);
  expect([...files].sort()).toEqual(files);
  const secret = join(out, '05-secrets/shop.db.json');
  expect(JSON.parse(readFileSync(secret, 'utf8'))).toEqual({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'db', namespace: 'shop' },
    data: { word: 'aHVzaA==' },
  });
  expect([statSync(secret), statSync(out)].map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o700]);
});

// Proves: backups.restore-objects
test('a name that somebody has written into etcd leads to no other folder', () => {
  const files = writeFolder(join(folder, 'out'), [
    brought('../../x', 'Secret', '../../../etc/passwd', '..'),
  ]);
  expect(files).toEqual(['05-..%2F..%2Fx/.....%2F..%2F..%2Fetc%2Fpasswd.json']);
});

// Proves: backups.restore-objects
test('the longest names that Kubernetes takes are cut, and stay different', () => {
  const name = 'a'.repeat(252);
  const files = writeFolder(join(folder, 'out'), [
    brought(`b.${'c'.repeat(251)}`, 'Odd', `${name}x`, 'd'.repeat(63)),
    brought(`b.${'c'.repeat(251)}`, 'Odd', `${name}y`, 'd'.repeat(63)),
  ]);
  const parts = files.flatMap((file) => file.split('/'));
  expect(parts.map((part) => part.length)).toEqual([200, 200, 200, 200]);
  expect(parts[1]).toMatch(/^d{63}\.a+-[0-9a-f]{16}\.json$/);
  expect(new Set(files).size).toBe(2);
});

// Proves: backups.restore-objects
test('a folder that cannot be written to its end is named, for it has Secrets by then', () => {
  const out = join(folder, 'out');
  const twice = brought('secrets', 'Secret', 'db', 'shop');
  expect(() => writeFolder(out, [twice, twice])).toThrow(
    `--out: not all could be written to ${out}: EEXIST`,
  );
  expect(() => writeFolder(out, [])).toThrow('is not empty');
});

// Proves: backups.restore-objects
test('a folder with anything in it is refused', () => {
  writeFileSync(join(folder, 'any'), '');
  expect(() => writeFolder(folder, [])).toThrow(
    `--out: ${folder} is not empty; name a folder that is not there yet.`,
  );
  expect(() => writeFolder(join(folder, 'any'), [])).toThrow('--out cannot be used: ENOTDIR');
});
