// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'join-proofs-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function joined(...texts: readonly string[]) {
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, text);
    return file;
  });
  const main = join(import.meta.dirname, 'main.ts');
  const args = [main, ...files, join(folder, 'never-written.json')];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
}

test('the proofs of several clusters are one document, without those that have no backups', () => {
  expect(JSON.parse(joined('{ "cluster": "shop" }\n', '', '{ "cluster": "web" }\n'))).toEqual([
    { cluster: 'shop' },
    { cluster: 'web' },
  ]);
});

test('of no cluster it is an empty list', () => {
  expect(joined('', '\n')).toBe('[]\n');
});
