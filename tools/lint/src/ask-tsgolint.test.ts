// SPDX-License-Identifier: Apache-2.0
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { askTsgolint } from './ask-tsgolint.ts';
import { unknownToOxlint } from './oxlint-rules.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'strata-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rules = unknownToOxlint.map((name) => name.replace('@typescript-eslint/', ''));

beforeAll(() => {
  cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'a.ts'),
    [
      '/** Ü */',
      'class Session { id = 1 }',
      'export const a: Session = { id: 2 };',
      'export const b: Session = new Session();',
    ].join('\n'),
  );
});

test('an object literal where an instance of a class is expected is found, with its place', () => {
  expect(askTsgolint(folder, rules, ['a.ts'])).toEqual([
    'a.ts:3:27 This object literal is used where an instance of class `Session` is expected. ' +
      '(no-unsafe-class-instance-assignment)',
  ]);
});

test('a configuration that TypeScript refuses is an error and no clean result', () => {
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "module": "none" } }');
  expect(askTsgolint(folder, rules, ['a.ts']).join('\n')).toContain('(tsconfig)');
});
