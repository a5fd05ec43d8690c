// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { equivalentMutants } from './equivalent-mutants.ts';
import { renderingFolders } from './rendering-folders.ts';
import { isSource, readSources } from './sources.ts';
import { isSuited, suitedTestFiles } from './test-files.ts';

const root = join(import.meta.dirname, '../../..');

test('test files that run an engine, a tool or scripts judge no mutant', () => {
  expect(isSuited('packages/infra/src/real-engine.test.ts', '')).toBe(false);
  expect(isSuited('a.test.ts', "builtTool('promtool')")).toBe(false);
  expect(isSuited('a.test.ts', "join(folder, '../tools/toolchain/src/main.ts')")).toBe(false);
  expect(isSuited('b/scripts/a.test.ts', '')).toBe(false);
  expect(isSuited('packages/infra/src/kubeone/runner/a.test.ts', '')).toBe(false);
  expect(isSuited('a.test.ts', "import { a } from './a.ts';")).toBe(true);
});

test('sources are the files that are neither tests nor parts of tests', () => {
  const names = ['a.ts', 'a.test.ts', 'test-cluster.ts', 'a.sh'];
  expect(names.filter(isSource)).toEqual(['a.ts']);
});

test('the test files beside a source judge it; those of whole programs judge it only on request', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-test-'));
  const texts = {
    'cluster/check.ts': '',
    'cluster/state.ts': "import './check.ts';",
    'cluster/check.test.ts': "import './check.ts';",
    // It stands beside the source and reaches it through another module.
    'cluster/state.test.ts': "import './state.ts';",
    'cluster/other.test.ts': "import '../program.test-data.ts';",
    'cluster/whole.test.ts': "import './check.ts'; test('it is longer', () => {});",
    // It runs part of a program.
    'cluster/cluster.test.ts':
      "import { recordProgram } from '@strata/testing'; import './check.ts';",
    'cluster/alone.test.ts':
      "import { recordProgram } from '@strata/testing'; import './check.ts'; // It runs it often.",
    // It makes a whole cluster.
    'cluster/made.test.ts':
      "import './check.ts'; recordProgram(() => new UserCluster('demo', context));",
    // It stands elsewhere and imports the source itself.
    'messages.test.ts': "import './cluster/check.ts';",
    'program.ts': "import './cluster/state.ts';",
    'program.test.ts': "import './program.ts';",
    'program.test-data.ts': '',
  };
  try {
    for (const [name, text] of Object.entries(texts)) {
      const path = join(folder, 'packages/infra/src', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const at = (name: string) => `packages/infra/src/${name}`;
    const files = suitedTestFiles(folder, 'infra', [at('cluster/check.ts')]);
    const near = ['whole', 'check', 'state', 'cluster', 'alone'].map((name) =>
      at(`cluster/${name}.test.ts`),
    );
    const last = at('cluster/made.test.ts');
    expect(files).toEqual([...near, at('messages.test.ts'), last]);
    const wide = suitedTestFiles(folder, 'infra', [at('cluster/check.ts')], true);
    expect(wide).toEqual([...near, at('messages.test.ts'), at('program.test.ts'), last]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a module that only tests import is no source', () => {
  const names = readSources(root, 'kubevirt-stack', ['monitoring/alerts']).map(({ file }) =>
    basename(file),
  );
  expect(names).toContain('host-alerts.ts');
  expect(names).not.toContain('render-rule-tests.ts');
});

test('every folder of the table has sources', () => {
  const empty = Object.entries(renderingFolders).flatMap(([name, folders]) => {
    const sources = readSources(root, name, folders).map(({ file }) => dirname(file));
    return folders.filter((folder) => !sources.includes(`packages/${name}/src/${folder}`));
  });
  expect(empty).toEqual([]);
});

test('every equivalent mutant names an existing source', () => {
  expect(equivalentMutants.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
});
