// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');

test('docs/environments.md has a row for every folder and file of stacks/', () => {
  const page = readFileSync(join(root, 'docs/environments.md'), 'utf8');
  const rows = new Set([...page.matchAll(/^\| `([\w.-]+)/gm)].map(([, name]) => name));
  expect(readdirSync(join(root, 'stacks')).filter((name) => !rows.has(name))).toEqual([]);
});
