// SPDX-License-Identifier: Apache-2.0
import { importersIn, modulesBehind, modulesInFront } from './modules-behind.ts';

const files: Readonly<Record<string, string>> = {
  'a/one.test.ts': "import { x } from './one.ts';\nimport y from 'yaml';",
  'a/one.ts': "import type { T } from '../b/two.ts';\nimport './one.ts';",
  'b/two.ts': "const three = await import('./three.ts');",
  'b/three.ts': '',
  'b/four.ts': '',
};

test('returns each module that a module imports once', () => {
  expect(modulesBehind('a/one.test.ts', (file) => files[file] ?? '')).toEqual([
    'a/one.test.ts',
    'a/one.ts',
    'b/two.ts',
    'b/three.ts',
  ]);
  expect(modulesBehind('a/one.test.ts', (file) => files[file] ?? '', 2)).toEqual([
    'a/one.test.ts',
    'a/one.ts',
    'b/two.ts',
  ]);
});

test('returns each module that imports a module, itself or through others, once', () => {
  const importers = importersIn(Object.keys(files), (file) => files[file] ?? '');
  expect([...modulesInFront('b/three.ts', importers)]).toEqual([
    'b/three.ts',
    'b/two.ts',
    'a/one.ts',
    'a/one.test.ts',
  ]);
  expect([...modulesInFront('b/four.ts', importers)]).toEqual(['b/four.ts']);
});
