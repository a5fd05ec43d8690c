// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyLargeLogs } from './log-files.ts';

const mebibyte = 1024 * 1024;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'log-files-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a large log is set aside and emptied, a small one and other files stay', () => {
  for (const [name, size] of [
    ['large.log', 21],
    ['small.log', 1],
    ['large.txt', 21],
  ] as const) {
    writeFileSync(join(folder, name), Buffer.alloc(size * mebibyte));
  }
  emptyLargeLogs(folder);
  const sizes = ['large.log', 'large.log.old', 'small.log', 'large.txt'].map(
    (name) => statSync(join(folder, name)).size / mebibyte,
  );
  expect(sizes).toEqual([0, 21, 1, 21]);
});

test('a large log is emptied where the full disk has no room to set it aside', () => {
  const code = `
    const { emptyLargeLogs } = await import(process.argv[1]);
    emptyLargeLogs(process.argv[2]);
  `;
  const script = `
    mount -t tmpfs -o size=50m none "$1" || exit 100
    for name in first second; do head -c ${21 * mebibyte} /dev/zero > "$1/$name.log"; done
    "$2" --input-type=module -e "$3" "$4" "$1" || exit 101
    stat -c '%n %s' "$1"/*
  `;
  const module = join(import.meta.dirname, 'log-files.ts');
  const args = ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, code, module];
  const { stderr, stdout } = spawnSync('unshare', args, { encoding: 'utf8', timeout: 60_000 });
  expect(`${stdout}${stderr}`.replaceAll(`${folder}/`, '').trim().split('\n')).toEqual([
    'first.log 0',
    'second.log 0',
    `second.log.old ${21 * mebibyte}`,
  ]);
});
