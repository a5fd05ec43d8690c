// SPDX-License-Identifier: Apache-2.0
import { rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { programContents } from './program-contents.ts';
import { TestRepository } from './test-repository.ts';

const contents = ({ program, root }: TestRepository) => programContents(root, dirname(program));

test('a key covers the code of a program, and of the packages that it depends on', () => {
  using repository = new TestRepository();
  const { files, key } = contents(repository);
  expect(key).toMatch(/^[0-9a-f]{16}$/);
  expect([...files].map((file) => relative(repository.root, file))).toEqual([
    'packages/demo/package.json',
    'packages/demo/program.ts',
    'packages/demo/src/answer.ts',
    'packages/lib/package.json',
    'packages/lib/src/index.ts',
    'tools/toolchain/src/cache-dir.ts',
    'tools/toolchain/src/toolchain-error.ts',
  ]);
});

test.each([
  ['packages/demo/program.ts', 'export default 2;\n'],
  ['packages/demo/src/answer.ts', 'export const answer = () => 2;\n'],
  ['packages/demo/src/new.ts', ''],
  ['packages/demo/package.json', '{"type":"module"}'],
  ['packages/lib/src/index.ts', 'export const fail = () => ({});\n'],
  ['packages/lib/package.json', '{"name":"@strata/lib"}'],
  ['tools/toolchain/src/cache-dir.ts', ''],
  ['package-lock.json', '{"a":1}'],
  ['node_modules/.package-lock.json', '{"a":1}'],
])('another %s is another key, and the same again the same', (name, text) => {
  using repository = new TestRepository();
  const { key } = contents(repository);
  expect(contents(repository).key).toBe(key);
  repository.write(name, text);
  const changed = contents(repository).key;
  expect(changed).not.toBe(key);
  expect(contents(repository).key).toBe(changed);
});

test('a source that is gone is another key', () => {
  using repository = new TestRepository();
  repository.write('packages/demo/src/new.ts', '');
  const { key } = contents(repository);
  rmSync(join(repository.root, 'packages/demo/src/new.ts'));
  expect(contents(repository).key).not.toBe(key);
});

test('what moves from one source to the next is another key', () => {
  using repository = new TestRepository();
  repository.write('packages/demo/src/a.ts', '1;');
  repository.write('packages/demo/src/b.ts', '2;');
  const { key } = contents(repository);
  repository.write('packages/demo/src/a.ts', '1;2;');
  repository.write('packages/demo/src/b.ts', '');
  expect(contents(repository).key).not.toBe(key);
});

test.each([
  'packages/demo/README.md',
  'packages/demo/src/answer.test.ts',
  'packages/demo/src/answer.txt',
  'packages/demo/src/testing/lab.ts',
  'packages/other/src/index.ts',
])('%s is not part of a bundle', (name) => {
  using repository = new TestRepository();
  const { key } = contents(repository);
  repository.write(name, 'other');
  expect(contents(repository).key).toBe(key);
});

test('the same contents in another place are another key, for a bundle names its sources', () => {
  using one = new TestRepository();
  using other = new TestRepository();
  expect(contents(one).key).not.toBe(contents(other).key);
});
