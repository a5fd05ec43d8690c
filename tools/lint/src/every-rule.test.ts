// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { rulesOf, unknownToOxlint } from './oxlint-rules.ts';
import { presets } from './presets.ts';
import { badModules, badScripts, badTypescript } from './bad-code.ts';

const root = resolve(import.meta.dirname, '../../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

/** Workspace of Nx with our configuration of oxlint: in `src` bad code, and two packages. */
const workspace = mkdtempSync(join(tmpdir(), 'strata-lint-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

function write(path: string, content: string | object): void {
  const file = join(workspace, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? `${content}\n` : JSON.stringify(content));
}

/** Returns the name of the file with code that a rule refuses. */
const fileOf = (rule: string, ending: string) => `src/${rule.replaceAll(/[@/]/g, '_')}.${ending}`;

const bad = [
  ...Object.entries(badScripts).map(([rule, code]) => ({ rule, code, ending: 'cjs' })),
  ...Object.entries(badModules).map(([rule, code]) => ({ rule, code, ending: 'mjs' })),
  ...Object.entries(badTypescript).map(([rule, code]) => ({ rule, code, ending: 'ts' })),
];

/** Rules by which each file of the workspace was refused: `typescript(no-for-in-array)`. */
const refusals = new Map<string, Set<string>>();

function run(command: string, ...args: readonly string[]): string {
  const env = { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false' };
  const options = { cwd: workspace, encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 } as const;
  return spawnSync(bin(command), args, options).stdout;
}

beforeAll(() => {
  for (const path of ['oxlint.config.ts', 'tools/lint', 'tsconfig.base.json']) {
    cpSync(join(root, path), join(workspace, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
  write('package.json', { private: true, type: 'module', workspaces: ['packages/*'] });
  write('nx.json', {});
  write('tsconfig.json', { extends: './tsconfig.base.json', include: ['src', 'packages'] });
  for (const [name, tag] of Object.entries({ low: 'type:contract', high: 'type:program' })) {
    const exports = `./src/${name}.ts`;
    write(`packages/${name}/package.json`, { name: `@try/${name}`, exports, nx: { tags: [tag] } });
  }
  write('packages/low/src/low.ts', "import '@try/high';");
  write('packages/high/src/high.ts', "import '@try/low';");
  for (const { code, ending, rule } of bad) write(fileOf(rule, ending), code);
  write('src/wrong-type.ts', "export const a: number = 'a';");
  write('src/circle-a.ts', "import type { B } from './circle-b.ts';\nexport type A = B[];");
  write('src/circle-b.ts', "import type { A } from './circle-a.ts';\nexport type B = A[];");
  // The rule about boundaries reads the graph that Nx has made.
  run('nx', 'graph', '--file=graph.json');
  const { diagnostics } = JSON.parse(run('oxlint', '--format=json', 'src', 'packages')) as {
    readonly diagnostics: readonly { readonly filename: string; readonly code?: string }[];
  };
  for (const { code = '', filename } of diagnostics) {
    refusals.set(filename, (refusals.get(filename) ?? new Set()).add(code));
  }
});

const refusalsOf = (file: string) => [...(refusals.get(file) ?? [])];

test('every rule of the presets has code that it refuses, but those that oxlint has not', () => {
  const named = new Set([...bad.map(({ rule }) => rule), ...unknownToOxlint]);
  const all = [...presets.javascript, ...presets.typescript];
  const rules = [rulesOf(all), rulesOf(presets.javascript), rulesOf(presets.typescript)].flat();
  expect(rules.length).toBeGreaterThan(250);
  expect(rules.map(([name]) => name).filter((name) => !named.has(name))).toEqual([]);
});

test('every rule refuses its bad code', () => {
  const accepted = bad.filter(({ ending, rule }) => {
    const name = `(${rule.split('/').at(-1) ?? ''})`;
    return !refusalsOf(fileOf(rule, ending)).some((code) => code.endsWith(name));
  });
  expect(accepted.map(({ rule }) => rule)).toEqual([]);
});

test('a package may not import one whose kind it may not use, and may import the others', () => {
  const rule = '@nx(enforce-module-boundaries)';
  expect(refusalsOf('packages/low/src/low.ts')).toContain(rule);
  expect(refusalsOf('packages/high/src/high.ts')).not.toContain(rule);
});

test('types that the compiler refuses are told, and circles of imports of types', () => {
  expect(refusalsOf('src/wrong-type.ts')).toEqual(['typescript(TS2322)']);
  expect(refusalsOf('src/circle-a.ts')).toEqual(['import(no-cycle)']);
});

test('oxlint has none yet of the rules that are left out because it has not', () => {
  const known = JSON.parse(run('oxlint', '--rules', '--format=json')) as readonly {
    readonly scope: string;
    readonly value: string;
  }[];
  const names = known.map(({ scope, value }) => `${scope}/${value}`);
  expect(names).toContain('typescript/no-unsafe-enum-assignment');
  const named = unknownToOxlint.map((name) => name.replace('@typescript-eslint', 'typescript'));
  expect(named.filter((name) => names.includes(name))).toEqual([]);
});
