// SPDX-License-Identifier: Apache-2.0
import { modulesBehind } from './modules-behind.ts';

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
