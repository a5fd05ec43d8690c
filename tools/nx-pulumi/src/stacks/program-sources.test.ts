// SPDX-License-Identifier: Apache-2.0
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import { createSourceFile, ScriptTarget, SyntaxKind } from 'typescript';
import { programNames } from './list-stacks.ts';
import { programEntries } from './program-entries.ts';
import { programSources } from './program-sources.ts';

const root = join(import.meta.dirname, '../../../..');
const sources = programSources(root);
const all = [...new Set([...sources.values()].flat())];
const files = all.filter((name) => name.endsWith('.ts') && existsSync(join(root, name)));
const text = (file: string) => readFileSync(join(root, file), 'utf8');

test('the code of all programs can be put together', () => {
  expect([...sources.keys()]).toEqual(programNames);
  expect(all).not.toContain('packages/**/*');
  expect(files.length).toBeGreaterThan(400);
});

test.each([
  ['infra', ['packages/command-plugin', 'packages/infra', 'packages/policies']],
  ['kubevirt-stack', ['packages/kubevirt-stack', 'packages/policies']],
  ['addons', ['packages/addons', 'packages/policies']],
  ['user-cluster', ['packages/policies', 'packages/strata-provider', 'packages/user-cluster']],
] as const)(
  '%s runs its own code, and that of its plugins and the policies',
  (program, folders) => {
    expect(programEntries(root, program).folders).toEqual(folders);
  },
);

test('Node is started with the main file, what it imports before, and what is called main.ts', () => {
  expect(programEntries(root, 'infra').modules).toEqual([
    'packages/infra/program.ts',
    '@strata/program-start',
    'packages/command-plugin/src/main.ts',
    'packages/infra/src/kubeone/runner/main.ts',
    'packages/policies/src/main.ts',
  ]);
});

test('a main.ts that is gone has been one of the sources', () => {
  expect(sources.get('infra')).toContain('packages/infra/src/**/main.ts');
  expect(sources.get('infra')).toContain('packages/command-plugin/src/**/main.ts');
  expect(sources.get('addons')).not.toContain('packages/infra/src/**/main.ts');
});

test('a plugin is a script that starts the main.ts of its package', () => {
  const scripts = globSync('packages/*/plugin/*', { cwd: root });
  expect(scripts.sort()).toEqual([
    'packages/command-plugin/plugin/pulumi-resource-command',
    'packages/policies/plugin/pulumi-analyzer-policy-strata',
    'packages/strata-provider/plugin/pulumi-resource-strata',
  ]);
  for (const script of scripts) {
    expect(text(script)).toContain('\nPATH="${0%/*}/../../../node_modules/.bin:$PATH"\n');
    expect(text(script)).toContain('exec node "${0%/*}/../src/main.ts" "$@"');
    expect(files).toContain(join(dirname(script), '../src/main.ts'));
  }
});

test('what a program starts with Node is called main.ts', () => {
  const started = files.flatMap((file) =>
    [...text(file).matchAll(/node (\S+\.[cm]?[jt]s)\b/g)].map(
      ([, name = '']) => `${file}: ${name}`,
    ),
  );
  expect(started).toEqual([
    'packages/infra/src/kubeone/kubeone-cluster.ts: src/kubeone/runner/main.ts',
    'packages/infra/src/kubeone/runner/main.ts: src/kubeone/runner/main.ts',
  ]);
});

test('what a source reads beside it is among the sources of whoever runs it', () => {
  const read = files.flatMap((file) =>
    [...text(file).matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)].map(
      ([, name = '']) => [file, normalize(join(dirname(file), name))] as const,
    ),
  );
  // Locks are inputs of stacks, and the page of policies is written by a command.
  const apart = ['packages/manifests/locks', 'docs/policies.md'];
  const counted = read.filter(([, name]) => !apart.includes(name));
  expect(counted.length).toBeGreaterThan(1);
  const missed = [...sources].flatMap(([program, names]) =>
    counted
      .filter(([file]) => names.includes(file))
      .filter(([, name]) => !names.some((one) => matchesGlob(name, one)))
      .map(([file, name]) => `${program}: ${file} reads ${name}`),
  );
  expect(missed).toEqual([]);
});

/** Statements that do something when a module is loaded, but for making what it exports. */
const defining: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ExportAssignment,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.ImportDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.VariableStatement,
]);

/** Whether its package says that loading a module has effects, or Node is started with it. */
function mayDo(file: string): boolean {
  if (/\/(main|program)\.ts$/.test(file)) return true;
  const [parent = '', name = ''] = file.split('/');
  const { sideEffects } = JSON.parse(text(`${parent}/${name}/package.json`)) as {
    readonly sideEffects?: false | readonly string[];
  };
  const named = Array.isArray(sideEffects) ? (sideEffects as readonly string[]) : [];
  return named.some((pattern) => matchesGlob(file, join(parent, name, pattern)));
}

test('a module that does something when it is loaded is named in its package.json', () => {
  const folders = [...new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))];
  const own = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }));
  const code = own.filter((file) => !/\.test\.ts$|\/test-|\/test(ing)?\/|node_modules/.test(file));
  const doing = code.filter((file) =>
    createSourceFile(file, text(file), ScriptTarget.ESNext).statements.some(
      ({ kind }) => !defining.has(kind),
    ),
  );
  expect(doing.filter((file) => !mayDo(file))).toEqual([]);
  expect(doing.filter(mayDo).length).toBeGreaterThan(5);
});
