// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importedFiles } from './imported-files.ts';

const root = mkdtempSync(join(tmpdir(), 'imports-'));
afterAll(() => rmSync(root, { recursive: true }));

const own = 'packages/own';

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function inPackage(name: string, more: object): void {
  const manifest = { name: `@strata/${name}`, type: 'module', sideEffects: false, ...more };
  write(`packages/${name}/package.json`, JSON.stringify(manifest));
  mkdirSync(join(root, 'node_modules/@strata'), { recursive: true });
  symlinkSync(`../../packages/${name}`, join(root, 'node_modules/@strata', name));
}

/** Values that only a call can make, which bundlers keep unless told otherwise. */
const table = (name: string) => `export const ${name} = Object.freeze({ name: '${name}' });\n`;

beforeAll(() => {
  inPackage('own', { dependencies: { '@strata/shared': '0.1.0', 'other-people': '1.0.0' } });
  inPackage('shared', {
    exports: { '.': './src/index.ts', './start': './src/start.ts' },
    sideEffects: ['./src/start.ts'],
  });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'lazy']) {
    write(`packages/shared/src/${name}.ts`, table(name));
  }
  write(
    'packages/shared/src/index.ts',
    `export { a } from './a.ts';\nexport { b } from './b.ts';\n`,
  );
  write('packages/shared/src/start.ts', `globalThis.started = true;\nexport const started = 1;\n`);
});

/** The files that `text`, as the main file of a program, runs, besides itself. */
function filesBehind(text: string, more: Readonly<Record<string, string>> = {}): string[] {
  for (const [file, content] of Object.entries(more)) write(`${own}/${file}`, content);
  write(`${own}/main.ts`, text);
  const files = importedFiles(root, [`${own}/main.ts`]).get(`${own}/main.ts`) ?? [];
  return files
    .filter((file) => file !== `${own}/main.ts`)
    .map((file) => file.slice('packages/'.length));
}

test('of a package, what is used, and the files on the way to it; not what it has for others', () => {
  expect(filesBehind(`import { a } from '@strata/shared';\nconsole.log(a);\n`)).toEqual([
    'shared/src/a.ts',
    'shared/src/index.ts',
  ]);
});

test('nothing of what only types are imported of', () => {
  const text = `import type { A } from '@strata/shared';\nexport const a = 1 as unknown as A;\n`;
  expect(filesBehind(text)).toEqual([]);
});

test.each([
  [
    'a file that hands on what it imports',
    `import { c } from '../shared/src/c.ts';\nexport { c };\n`,
  ],
  [
    'a file that hands on, beside a table of its own',
    `export { c } from '../shared/src/c.ts';\n${table('own')}`,
  ],
  ['a file that hands on all', `export * from '../shared/src/c.ts';\n`],
])('%s is on the way', (_, text) => {
  const files = filesBehind(`import { c } from './way.ts';\nconsole.log(c);\n`, { 'way.ts': text });
  expect(files).toEqual(['own/way.ts', 'shared/src/c.ts']);
});

test('what is imported while the program runs', () => {
  const text = `const { lazy } = await import('../shared/src/lazy.ts');\nconsole.log(lazy);\n`;
  expect(filesBehind(text)).toEqual(['shared/src/lazy.ts']);
});

test('what is imported for its effects, where its package says that it has some', () => {
  expect(filesBehind(`import '@strata/shared/start';\n`)).toEqual(['shared/src/start.ts']);
});

test('an import that nobody uses, only where its package says that it has effects: Node runs it', () => {
  const unused = `import { d } from '../shared/src/d.ts';\n`;
  expect(filesBehind(`${unused}import { started } from '@strata/shared/start';\n`)).toEqual([
    'shared/src/start.ts',
  ]);
});

test('packages of other people are not looked into, whether they are wanted or installed', () => {
  expect(filesBehind(`import { any } from 'other-people/part';\nany();\n`)).toEqual([]);
  for (const name of ['installed', '@scope/installed']) {
    write(`node_modules/${name}/index.js`, 'export const any = () => undefined;\n');
    expect(filesBehind(`import { any } from '${name}/index.js';\nany();\n`)).toEqual([]);
  }
});

test('each module has files of its own', () => {
  write(`${own}/one.ts`, `import { a } from '../shared/src/a.ts';\nconsole.log(a);\n`);
  write(`${own}/two.ts`, `import { b } from '../shared/src/b.ts';\nconsole.log(b);\n`);
  const found = importedFiles(root, [`${own}/one.ts`, `${own}/two.ts`, '@strata/shared/start']);
  expect(Object.fromEntries(found)).toEqual({
    'packages/own/one.ts': ['packages/own/one.ts', 'packages/shared/src/a.ts'],
    'packages/own/two.ts': ['packages/own/two.ts', 'packages/shared/src/b.ts'],
    '@strata/shared/start': ['packages/shared/src/start.ts'],
  });
});

test.each([
  ['a file that is not there', `import { x } from './x.ts';\nx();\n`, 'Could not resolve "./x.ts"'],
  [
    'a name that a file does not export',
    `import { z } from '../shared/src/a.ts';\nz();\n`,
    'No matching export',
  ],
  ['a text that is no program', 'const = 1;\n', 'Expected identifier'],
  ['a name that is known at run time', `await import(process.argv[2]);\n`, 'import'],
  [
    'an effect that its package does not name',
    `import '../shared/src/e.ts';\n`,
    'Ignoring this import',
  ],
])('%s is refused', (_, text, message) => {
  expect(() => filesBehind(text)).toThrow(message);
});
