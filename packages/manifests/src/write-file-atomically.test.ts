// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

/** Returns a folder with links: to a file, to nothing, and to the second link. */
function folderWithLinks(): string {
  const folder = testFolder();
  writeFileSync(join(folder, 'target'), 'old');
  symlinkSync('target', join(folder, 'link'));
  symlinkSync('new/target', join(folder, 'dangling'));
  symlinkSync('dangling', join(folder, 'twice'));
  return folder;
}

test('a symbolic link that is followed stays, and its target gets the content', () => {
  const folder = folderWithLinks();
  writeFileAtomically(join(folder, 'link'), 'one', { mode: 0o600, followsLinks: true });
  writeFileAtomically(join(folder, 'twice'), 'two', { followsLinks: true });
  expect(readlinkSync(join(folder, 'link'))).toBe('target');
  expect(readlinkSync(join(folder, 'twice'))).toBe('dangling');
  expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('one');
  expect(readFileSync(join(folder, 'new/target'), 'utf8')).toBe('two');
  expect(readdirSync(folder)).toEqual(['dangling', 'link', 'new', 'target', 'twice']);
});

test('otherwise a file takes the place of a link, and what it led to stays as it was', () => {
  const folder = folderWithLinks();
  writeFileAtomically(join(folder, 'link'), 'new');
  expect(lstatSync(join(folder, 'link')).isFile()).toBe(true);
  expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('new');
  expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('old');
});

test('a link that another user has made is not followed', () => {
  const path = join(folderWithLinks(), 'link');
  const getuid = jest.spyOn(process, 'getuid').mockReturnValue(lstatSync(path).uid + 1);
  try {
    expect(() => writeFileAtomically(path, 'text', { followsLinks: true })).toThrow(
      `${path} is a link of another user`,
    );
  } finally {
    getuid.mockRestore();
  }
});

test('neither a device nor a folder is replaced by a file', () => {
  const folder = testFolder();
  const pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  symlinkSync('pipe', join(folder, 'link'));
  mkdirSync(join(folder, 'folder'));
  for (const name of ['pipe', 'folder']) {
    const path = join(folder, name);
    expect(() => writeFileAtomically(path, 'text')).toThrow(`${path} is no regular file`);
  }
  expect(() => writeFileAtomically(join(folder, 'link'), 'text', { followsLinks: true })).toThrow(
    `${pipe} is no regular file`,
  );
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['folder', 'link', 'pipe']);
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
