// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { vagueBeginnings } from './comment-beginnings.ts';

const root = resolve(import.meta.dirname, '../../../..');

test('no comment begins with "What"', () => {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--'];
  const files = execFileSync('git', [...list, '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '');
  expect(files.length).toBeGreaterThan(2000);
  const found = files.flatMap((file) =>
    vagueBeginnings(file, readFileSync(join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

test.each(['/** What', '  * What', '  // What'])(
  'finds a comment that begins with "%s"',
  (words) => {
    expect(vagueBeginnings('a.ts', `first\n${words} it is.`)).toEqual([
      `a.ts:2: ${words.trim()} it is.`,
    ]);
  },
);

test.each(["const a = '// What it is.';", '/** Returns what it is. */', '// Whatever it is.'])(
  'finds nothing in %s',
  (line) => {
    expect(vagueBeginnings('a.ts', line)).toEqual([]);
  },
);
