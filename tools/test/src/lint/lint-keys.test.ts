// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lintKeys } from './lint-keys.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lint-keys-'));
  for (const [file, text] of Object.entries(sources)) write(file, text);
  mkdirSync(join(root, 'node_modules/@strata'), { recursive: true });
  symlinkSync(join(root, 'packages/low'), join(root, 'node_modules/@strata/low'));
});
afterEach(() => rmSync(root, { recursive: true }));

const sources: Readonly<Record<string, string>> = {
  'eslint.config.mjs': 'export default [];\n',
  'packages/low/package.json': JSON.stringify({
    name: '@strata/low',
    exports: { './types': './src/types.ts' },
  }),
  'packages/low/src/types.ts': 'export interface Low { readonly low: number }\n',
  'packages/high/a.ts': "import type { Low } from '@strata/low/types';\nexport type A = Low;\n",
  'packages/high/b.ts': "export * from './a.ts';\n",
  'packages/high/c.ts': "export const load = () => import('./b.ts');\n",
  'packages/high/d.ts': "export type D = import('./a.ts').A;\n",
  'packages/high/circle.ts': "import './other.ts';\nexport const one = 1;\n",
  'packages/high/other.ts': "import './circle.ts';\nexport const two = 2;\n",
  'packages/high/data.ts':
    "import data from './data.json' with { type: 'json' };\nexport { data };\n",
  'packages/high/data.json': '{}',
  'packages/high/old.cjs': "module.exports = require('./part.cjs');\n",
  'packages/high/part.cjs': 'module.exports = 1;\n',
  'packages/high/alone.ts': 'export const alone = 1;\n',
};
const files = Object.keys(sources).filter((file) => !file.endsWith('.json'));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** Returns which files get another key when a file gets another text. */
function reached(file: string, text: string, linted = files): string[] {
  const before = lintKeys(root, linted);
  write(file, text);
  const after = lintKeys(root, linted);
  return linted.filter((one) => before.get(one) !== after.get(one)).sort();
}

const high = (...names: readonly string[]) => names.map((name) => `packages/high/${name}`);

test('all that import a changed type, near and far, in any way, are looked through again', () => {
  expect(reached('packages/low/src/types.ts', 'export type Low = string;\n')).toEqual([
    ...high('a.ts', 'b.ts', 'c.ts', 'd.ts'),
    'packages/low/src/types.ts',
  ]);
});

test.each([
  ['a file that nobody imports', 'alone.ts', high('alone.ts')],
  ['one of two files that import each other', 'other.ts', high('circle.ts', 'other.ts')],
  ['what is imported as data', 'data.json', high('data.ts')],
  ['what a CommonJS module requires', 'part.cjs', high('old.cjs', 'part.cjs')],
])('%s', (_, file, expected) => {
  expect(reached(`packages/high/${file}`, 'export const another = 2;\n')).toEqual(expected);
});

test('a file that is missing reaches those that import it when it comes', () => {
  rmSync(join(root, 'packages/high/part.cjs'));
  const linted = files.filter((file) => !file.endsWith('part.cjs'));
  expect(reached('packages/high/part.cjs', 'module.exports = 2;\n', linted)).toEqual(
    high('old.cjs'),
  );
});

test.each(['eslint.config.mjs', 'package-lock.json', 'tsconfig.json', 'packages/low/package.json'])(
  '%s concerns all files',
  (file) => {
    expect(
      reached(file, `{"name": "@strata/low", "exports": {"./types": "./src/types.ts"}} `),
    ).toEqual([...files].sort());
  },
);

test.each([
  ['a file of declarations', 'all.d.ts', 'interface Any { readonly any: true }\n'],
  ['a script', 'script.ts', 'interface Any { readonly any: true }\n'],
  ['a module that declares for others', 'more.ts', 'declare global { let any: 1 }\nexport {};\n'],
])('%s concerns all files', (_, name, text) => {
  const linted = [...files, ...high(name)];
  expect(reached(`packages/high/${name}`, text, linted)).toEqual([...linted].sort());
});
