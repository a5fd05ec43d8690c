// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginBundle, endBundle } from './bundle-folder.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bundle-folder-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string) => writeFileSync(join(folder, name), name);
const refusal = () =>
  `${folder} has files that are not of a bundle: name an empty folder, or a new one. Nothing was changed.`;

function writeBundle(component: string): void {
  beginBundle(folder);
  mkdirSync(join(folder, component));
  for (const file of ['images.txt', 'mirror-images.sh', `${component}/a.yaml`]) write(file);
  endBundle(folder);
}

test('a second bundle takes the place of the first one', () => {
  writeBundle('kubevirt-1.8.0');
  writeBundle('kubevirt-1.9.0');
  expect(readdirSync(folder).sort()).toEqual([
    'images.txt',
    'kubevirt-1.9.0',
    'mirror-images.sh',
    'sha256sums.txt',
  ]);
});

test('a bundle that is not written to its end has no checksums, and can be made again', () => {
  writeBundle('kubevirt-1.8.0');
  beginBundle(folder);
  write('images.txt');
  expect(readdirSync(folder).sort()).toEqual(['images.txt', 'unfinished.txt']);
  writeBundle('kubevirt-1.9.0');
  expect(existsSync(join(folder, 'sha256sums.txt'))).toBe(true);
  expect(existsSync(join(folder, 'unfinished.txt'))).toBe(false);
});

test('a folder with other files is refused, and left as it is', () => {
  write('letter.txt');
  expect(() => beginBundle(folder)).toThrow(refusal());
  write('sha256sums.txt');
  expect(() => beginBundle(folder)).toThrow(refusal());
  expect(readdirSync(folder)).toEqual(['letter.txt', 'sha256sums.txt']);
});

test('a bundle to which somebody has added a file is refused', () => {
  writeBundle('kubevirt-1.9.0');
  write('letter.txt');
  expect(() => beginBundle(folder)).toThrow(refusal());
  expect(existsSync(join(folder, 'sha256sums.txt'))).toBe(true);
});
