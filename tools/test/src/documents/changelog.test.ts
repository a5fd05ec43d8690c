// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the changelog names every key of user clusters', () => {
  const schema = JSON.parse(read('stacks/schemas/user-cluster.json')) as {
    readonly properties: { readonly config: { readonly properties: object } };
  };
  const keys = Object.keys(schema.properties.config.properties).map((key) =>
    key.replace(/^user-cluster:/, ''),
  );
  const named = new Set(
    [...read('CHANGELOG.md').matchAll(/`(?:user-cluster:)?([A-Za-z]+)/g)].map(([, key]) => key),
  );
  expect(keys.length).toBeGreaterThan(15);
  expect(keys.filter((key) => !named.has(key))).toEqual([]);
});

// Teams list what came between two commits: `git diff` shows whole entries if each is one line.
test('each entry of the changelog is one line', () => {
  const [, ...lines] = read('CHANGELOG.md').split(/^## /m);
  const entries = lines.flatMap((section) => section.split('\n').slice(1));
  expect(entries.length).toBeGreaterThan(100);
  expect(entries.filter((line) => line !== '' && !line.startsWith('- '))).toEqual([]);
});
