// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintChanged } from './lint-changed.ts';

const config = `export default [
  { ignores: ['ignored.js'] },
  { files: ['**/*.js'], rules: { 'no-var': 'error', eqeqeq: 'warn' } },
];
`;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lint-changed-'));
  write('eslint.config.mjs', config);
  write('package.json', '{"type": "module"}');
  write('a.js', 'export const a = 1;\n');
  write('b.js', "export { a } from './a.js';\n");
  write('c.js', 'export const c = 1;\n');
  write('ignored.js', 'var ignored;\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(root, file), text);
const memory = () => join(root, 'node_modules/.cache/lint.json');
const lint = () => lintChanged(root, memory());

test('looks through each file once, and again when it or what it imports has changed', async () => {
  const all = ['a.js', 'b.js', 'c.js', 'eslint.config.mjs'];
  const first = await lint();
  expect(first).toMatchObject({ known: 0, errors: 0, text: '' });
  expect([...first.files].sort()).toEqual(all);
  expect(await lint()).toMatchObject({ files: [], known: 4, errors: 0 });
  write('a.js', 'export const a = 2;\n');
  const third = await lint();
  expect([[...third.files].sort(), third.known]).toEqual([['a.js', 'b.js'], 2]);
  write('eslint.config.mjs', `${config}// other rules\n`);
  expect([...(await lint()).files].sort()).toEqual(all);
});

test('finds the same again until it is mended, errors and warnings', async () => {
  write('b.js', 'var b = 1;\nexport { b };\n');
  write('c.js', 'export const c = (d) => d == 1;\n');
  const findSame = async () => {
    const { errors, files, text } = await lint();
    expect(text).toContain('Unexpected var, use let or const instead');
    expect(text).toContain("Expected '===' and instead saw '=='");
    return [errors, [...files].sort()];
  };
  await lint();
  expect(await findSame()).toEqual([1, ['b.js', 'c.js']]);
  expect(await findSame()).toEqual([1, ['b.js', 'c.js']]);
  write('b.js', 'export const b = 1;\n');
  expect(await lint()).toMatchObject({ files: ['b.js', 'c.js'], errors: 0 });
  expect(await lint()).toMatchObject({ files: ['c.js'], known: 3 });
});

test('remembers nothing when not all rules have run', async () => {
  await lintChanged(root, memory(), () => false);
  expect(existsSync(memory())).toBe(false);
});

test('begins anew where its memory is damaged', async () => {
  await lint();
  writeFileSync(memory(), '["half');
  expect(await lint()).toMatchObject({ known: 0 });
});
