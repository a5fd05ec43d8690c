// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './write-file-atomically.ts';
import { testFolder } from './test-folder.ts';

const source = new URL('write-file-atomically.ts', import.meta.url).href;

test('writes a file and its folders, and leaves nothing beside it', () => {
  const folder = testFolder();
  writeFileAtomically(join(folder, 'a/b/file'), 'text');
  expect(readFileSync(join(folder, 'a/b/file'), 'utf8')).toBe('text');
  expect(readdirSync(join(folder, 'a/b'))).toEqual(['file']);
});

test('a secret file is never readable by others, even if it existed with other permissions', () => {
  const path = join(testFolder(), 'secret');
  writeFileSync(path, 'old', { mode: 0o644 });
  writeFileAtomically(path, 'new', { mode: 0o600 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a writer killed at any moment leaves a complete file', async () => {
  const path = join(testFolder(), 'file');
  const script = `
    import { writeFileAtomically } from '${source}';
    for (let turn = 0; ; turn += 1) {
      writeFileAtomically(process.argv[1], (turn % 2 ? 'a' : 'b').repeat(4_000_000));
      if (turn === 1) process.stdout.write('going');
    }`;
  for (const delayMs of [0, 3, 7, 12, 20]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(readFileSync(path, 'utf8')).toMatch(/^(a{4000000}|b{4000000})$/);
  }
});

test('removes the remains of a killed writer when they are old, and not before', () => {
  const folder = testFolder();
  const left = join(folder, 'file.8e5b.unfinished');
  writeFileSync(left, 'half');
  writeFileAtomically(join(folder, 'file'), 'one');
  expect(readdirSync(folder)).toEqual(['file', 'file.8e5b.unfinished']);
  writeFileAtomically(join(folder, 'file'), 'two', { now: Date.now() + 11 * 60_000 });
  expect(readdirSync(folder)).toEqual(['file']);
});
