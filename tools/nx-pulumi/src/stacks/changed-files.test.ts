// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChangedFiles } from './changed-files.ts';

const root = mkdtempSync(join(tmpdir(), 'changed-'));
afterAll(() => rmSync(root, { recursive: true }));

const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
const person = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org'];

function git(...args: readonly string[]): string {
  return execFileSync('git', [...person, ...args], { cwd: root, env, encoding: 'utf8' }).trim();
}

/** Commits these contents, and says which commit it is; undefined: the file is removed. */
function commit(files: Readonly<Record<string, string | undefined>>): string {
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) rmSync(join(root, file));
    else writeFileSync(join(root, file), text);
  }
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'one more');
  return git('rev-parse', 'HEAD');
}

const source = `// A comment.
import { b } from './b.ts';
import type { T } from './t.ts';

/** A sum. */
export function sum(one: number, two: number): T {
  return one + two + b; // of all
}
`;

beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main');
});

function changedBy(file: string, before: string, after: string): readonly string[] | undefined {
  const base = commit({ [file]: before });
  commit({ [file]: after });
  return new ChangedFiles(root).since(base);
}

test.each([
  ['words of comments', source.replace('A comment.', 'Two\n// comments.')],
  ['a docstring', source.replace('/** A sum. */', '/**\n * Another one.\n */')],
  ['blanks', source.replaceAll('  return', '\n\n      return')],
  ['types', source.replace('one: number', 'one: number & {}')],
  ['an import of a type', source.replace("import type { T } from './t.ts';\n", '')],
])('a source of which only %s differ has not changed', (_, after) => {
  expect(after).not.toBe(source);
  expect(changedBy('a.ts', source, after)).toEqual([]);
});

test.each([
  ['code', source.replace('one + two', 'one - two')],
  ['a text that looks like a comment', `${source}export const a = '// A comment.';\n`],
  ['an import of a value', source.replace('import type', 'import')],
  ['a name', source.replaceAll('two', 'three')],
])('a source of which %s differs has changed', (_, after) => {
  expect(changedBy('a.ts', source, after)).toEqual(['a.ts']);
});

test('a template text keeps its blanks', () => {
  expect(changedBy('a.ts', 'f(`a // b`);\n', 'f(`a  // b`);\n')).toEqual(['a.ts']);
});

test.each([
  ['a source that is none', 'const = 1;\n', 'const  = 1;\n', 'a.ts'],
  ['a script', '# a\necho\n', '# b\necho\n', 'a.sh'],
  ['a table', 'a: 1 # b\n', 'a: 1 # c\n', 'a.yaml'],
])('%s has changed when its bytes have', (_, before, after, file) => {
  expect(changedBy(file, before, after)).toEqual([file]);
});

test('a source that is new, gone, or called something else has changed', () => {
  const base = commit({ 'a.ts': source, 'b.ts': 'export const b = 1;\n' });
  const text = 'export const b = 1;\n';
  commit({ 'b.ts': undefined, 'd.ts': text, 'name with blanks.ts': '// nothing\n' });
  expect(new ChangedFiles(root).since(base)).toEqual(['b.ts', 'd.ts', 'name with blanks.ts']);
});

test('a file that may be run from now on has changed, but for a source', () => {
  const base = commit({ 'run.sh': 'echo\n', 'run.ts': 'f();\n' });
  for (const file of ['run.sh', 'run.ts']) chmodSync(join(root, file), 0o755);
  commit({});
  expect(new ChangedFiles(root).since(base)).toEqual(['run.sh']);
});

test('of a commit that is not there, nobody knows', () => {
  expect(new ChangedFiles(root).since('0'.repeat(40))).toBeUndefined();
});
