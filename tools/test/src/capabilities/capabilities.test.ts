// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { judge } from './judge.ts';
import { pagesFolder, readPages } from './pages.ts';
import { collectProofs } from './proofs.ts';
import { realPrograms } from './real-programs.ts';
import { pageTexts } from './render-pages.ts';
import { states } from './states.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = readPages(root);
const { proofs, problems } = collectProofs(root);

test('finds many rows, and many tests that prove them', () => {
  expect(pages.flatMap(({ rows }) => rows).length).toBeGreaterThan(200);
  expect(proofs.length).toBeGreaterThan(400);
});

test('every "Proves" stands above a test that runs', () => {
  expect(problems).toEqual([]);
});

test('every row has the proofs that its state needs, and every proof has a row', () => {
  expect(judge(pages, proofs)).toEqual([]);
});

test('every unit test that is listed as running a real program does run it', () => {
  const wrong = realPrograms.filter(
    ({ test, startedBy, words }) =>
      !existsSync(join(root, test)) ||
      !existsSync(join(root, startedBy)) ||
      !read(startedBy).includes(words),
  );
  expect(wrong).toEqual([]);
});

test('the index says what each state means', () => {
  const index = read(`${pagesFolder}/README.md`);
  expect(Object.keys(states).filter((state) => !index.includes(`- **${state}**: `))).toEqual([]);
});

test('the pages match rows and tests; node tools/test/src/capabilities/write-pages.ts writes them', async () => {
  for (const [path, text] of await pageTexts(root, pages, proofs))
    expect([path, read(path)]).toEqual([path, text]);
});
