// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { equivalentMutants } from './equivalent-mutants.ts';
import { renderingFolders } from './rendering-folders.ts';
import { isSource, readSources } from './sources.ts';
import { isSuited, suitedTestFiles } from './test-files.ts';

const root = join(import.meta.dirname, '../../..');

test('test files that run an engine, a tool or scripts judge no mutant', () => {
  expect(isSuited('packages/infra/src/real-engine.test.ts', '')).toBe(false);
  expect(isSuited('a.test.ts', "builtTool('promtool')")).toBe(false);
  expect(isSuited('b/scripts/a.test.ts', '')).toBe(false);
  expect(isSuited('packages/infra/src/kubeone/runner/a.test.ts', '')).toBe(false);
  expect(isSuited('a.test.ts', "import { a } from './a.ts';")).toBe(true);
});

test('sources are the files that are neither tests nor parts of tests', () => {
  const names = ['a.ts', 'a.test.ts', 'test-cluster.ts', 'a.sh'];
  expect(names.filter(isSource)).toEqual(['a.ts']);
});

test('the test files beside a source judge it; those of whole programs judge it only on request', () => {
  const files = suitedTestFiles(root, 'infra', ['packages/infra/src/cluster/check-cilium.ts']);
  expect(files).toEqual([
    'packages/infra/src/cluster/check-cilium.test.ts',
    'packages/infra/src/cluster/check-requirements.test.ts',
    'packages/infra/src/cluster/cluster-state.test.ts',
  ]);
  const wide = suitedTestFiles(root, 'infra', ['packages/infra/src/cluster/check-cilium.ts'], true);
  expect(wide).toEqual([...files, 'packages/infra/src/existing-cluster.test.ts']);
});

test('every folder of the table has sources', () => {
  const empty = Object.entries(renderingFolders).flatMap(([name, folders]) =>
    folders.filter((folder) => readSources(root, name, [folder]).length === 0),
  );
  expect(empty).toEqual([]);
});

test('every equivalent mutant names an existing source', () => {
  expect(equivalentMutants.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
});
