// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

// It goes on for as long as it lives, and makes the folder again when that is gone, as Node does.
const writer = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  for (let number = 0; ; number += 1) {
    try {
      mkdirSync(process.argv[1], { recursive: true });
      writeFileSync(process.argv[1] + '/' + number, '');
    } catch {}
    if (number === 200) console.log('writing');
  }`;

test('empties a cache to which another program writes', async () => {
  const child = spawn(process.execPath, ['-e', writer, join(folder, 'v24')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    for (let times = 0; times < 20; times += 1) expect(emptyLargeCache(folder, -1)).toBe(true);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect(readdirSync(folder).filter((name) => name !== 'v24')).toEqual([]);
});

test('leaves a small cache as it is', () => {
  expect(emptyLargeCache(folder, 4)).toBe(false);
  expect(readdirSync(folder)).toEqual(['v24', 'v26']);
});

test('does nothing if Node keeps no cache, or has not made it yet', () => {
  expect(emptyLargeCache(undefined)).toBe(false);
  expect(emptyLargeCache(join(folder, 'none'))).toBe(false);
});
