// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectProofs, proofsOf } from './proofs.ts';

const tag = (ids: string) => ['//', 'Proves:', ids].join(' ');

test('reports a comment that stands above no test, with its line', () => {
  const text = `const a = 1;\n${tag('a.b')}\nconst b = 2;\n\n${tag('a.c')}\n`;
  expect(proofsOf('packages/a/src/a.test.ts', text)).toEqual({
    proofs: [],
    problems: [
      'packages/a/src/a.test.ts:2: "Proves" must stand right above a test, with ids of rows.',
      'packages/a/src/a.test.ts:5: "Proves" must stand right above a test, with ids of rows.',
    ],
  });
});

test('reports a comment without ids', () => {
  const { problems } = proofsOf('a.test.ts', `${tag('')}\ntest('it', () => {});`);
  expect(problems).toEqual([
    'a.test.ts:1: "Proves" must stand right above a test, with ids of rows.',
  ]);
});

test('a test that never runs proves nothing', () => {
  const { problems } = proofsOf('a.test.ts', `${tag('a.b')}\ntest.skip('it', () => {});`);
  expect(problems).toEqual(['a.test.ts: "it" never runs, so it proves nothing.']);
});

test('reads all test files of packages, tools, bench and e2e, but not those of node_modules', () => {
  const root = mkdtempSync(join(tmpdir(), 'strata-proofs-'));
  const write = (path: string, row: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), `${tag(row)}\ntest('it', () => {});\n`);
  };
  write('packages/b/src/b.test.ts', 'a.b');
  write('e2e/src/10-a.test.ts', 'a.a');
  write('packages/b/src/b.ts', 'a.none');
  write('packages/b/node_modules/c/c.test.ts', 'a.none');
  write('docs/d.test.ts', 'a.none');
  const { proofs } = collectProofs(root);
  rmSync(root, { recursive: true });
  expect(proofs).toEqual([
    { row: 'a.a', file: 'e2e/src/10-a.test.ts', title: 'it' },
    { row: 'a.b', file: 'packages/b/src/b.test.ts', title: 'it' },
  ]);
});
