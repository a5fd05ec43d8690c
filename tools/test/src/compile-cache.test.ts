// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyLargeCache } from './compile-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compile-cache-'));
  for (const version of ['v24', 'v26']) {
    mkdirSync(join(folder, version));
    for (const name of ['a', 'b']) writeFileSync(join(folder, version, name), '');
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

test('empties a cache that has become large', () => {
  expect(emptyLargeCache(folder, 3)).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test('leaves a small cache as it is', () => {
  expect(emptyLargeCache(folder, 4)).toBe(false);
  expect(readdirSync(folder)).toEqual(['v24', 'v26']);
});

test('does nothing if Node keeps no cache, or has not made it yet', () => {
  expect(emptyLargeCache(undefined)).toBe(false);
  expect(emptyLargeCache(join(folder, 'none'))).toBe(false);
});
