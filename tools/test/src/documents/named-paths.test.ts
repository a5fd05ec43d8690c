// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesOf, missingCode, missingPaths, namedCode, namedPaths } from './named-paths.ts';

const root = resolve(import.meta.dirname, '../../../..');
const files = filesOf(root);

const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/reach.md'];

test.each(pages)('every path that %s names is there', (page) => {
  const named = namedPaths(page, readFileSync(join(root, page), 'utf8'));
  expect(named.length).toBeGreaterThan(10);
  expect(missingPaths(named, files)).toEqual([]);
});

test.each(pages)('every name that %s places in a file is in that file', (page) => {
  const named = namedCode(readFileSync(join(root, page), 'utf8'));
  expect(missingCode(root, named, files)).toEqual([]);
});

test('finds the names that a page places in a file, and those that are not in it', () => {
  const page =
    '`missingCode` of `documents/named-paths.ts`, `gone` in `named-paths.ts`, `x` of `y`';
  const named = namedCode(page);
  expect(named).toEqual([
    { name: 'missingCode', file: 'documents/named-paths.ts' },
    { name: 'gone', file: 'named-paths.ts' },
  ]);
  expect(missingCode(root, named, files)).toEqual(['gone of named-paths.ts']);
});

test('finds what a page names: whole paths, ends of paths, links; not commands and not code', () => {
  const page = [
    'In `packages/gone/a.ts`, `src/b.ts`, `c.ts` and `tools/<tool>/go.mod`, see [page](d.md#part).',
    'Not `npx nx run x`, `@strata/own`, `value: one`, `Word`, [web](https://example.org/a.ts).',
    '```sh',
    'cat `packages/never`',
    '```',
  ].join('\n');
  const named = namedPaths('docs/page.md', page);
  expect(named.map(({ pattern }) => pattern)).toEqual([
    'packages/gone/a.ts',
    'src/b.ts',
    'c.ts',
    'tools/*/go.mod',
    'docs/d.md',
  ]);
  const known = ['packages/own/src/b.ts', 'tools/some/go.mod', 'docs/d.md', 'other-c.ts'];
  expect(missingPaths(named, known)).toEqual(['packages/gone/a.ts', 'c.ts']);
});
