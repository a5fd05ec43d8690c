// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programOf } from './use-bundle.ts';
import { TestRepository } from './test-repository.ts';
import { bundleOf, find, runIn } from './test-starts.ts';

let warnings: string[] = [];
const { warn } = console;

beforeAll(() => {
  console.warn = (text: string) => warnings.push(text);
});

beforeEach(() => {
  warnings = [];
});

afterAll(() => {
  console.warn = warn;
});

/** Names of the files of the program's bundles, by their ending. */
const endings = ({ bundles }: TestRepository) =>
  readdirSync(join(bundles, 'demo'))
    .map((name) => name.slice(name.indexOf('.')))
    .sort();

test('the first start runs the sources, the second builds a bundle, the third finds it', async () => {
  using repository = new TestRepository();
  expect(await find(repository)).toBeUndefined();
  expect(endings(repository)).toEqual(['.started']);
  const bundle = await find(repository);
  expect(bundle).toMatch(/\/bundles\/demo\/[0-9a-f]{16}\.mjs$/);
  expect(endings(repository)).toEqual(['.mjs', '.mjs.map', '.seal', '.started']);
  expect(await find(repository)).toBe(bundle);
  expect(warnings).toEqual([]);
});

test('a bundle does what the sources do, finds what lies beside them, and its traces name them', async () => {
  using repository = new TestRepository();
  const at = (file: string) => pathToFileURL(join(repository.root, 'packages', file)).href;
  const expected = {
    text: 'from beside the source, function',
    trace: [
      'Error: seen',
      `    at fail (${at('lib/src/index.ts')}:4:30)`,
      `    at answer (${at('demo/src/answer.ts')}:11:6)`,
      `    at ${at('demo/program.ts')}:2:16`,
    ],
  };
  expect(runIn(repository, undefined)).toEqual(expected);
  expect(runIn(repository, await bundleOf(repository))).toEqual(expected);
});

test('a program that has been edited runs as edited, and its next bundle is another one', async () => {
  using repository = new TestRepository();
  const before = await bundleOf(repository);
  repository.write(
    'packages/lib/src/index.ts',
    "export const fail = () => ({ stack: 'edited' });\n",
  );
  expect(await find(repository)).toBeUndefined();
  const after = await find(repository);
  expect(after).not.toBe(before);
  expect(runIn(repository, after)).toEqual({
    text: 'from beside the source, function',
    trace: ['edited'],
  });
});

test('of two starts at once one builds, and the other runs the sources', async () => {
  using repository = new TestRepository();
  await find(repository);
  const found = await Promise.all([find(repository), find(repository)]);
  expect(found.filter((one) => one !== undefined)).toHaveLength(1);
  expect(endings(repository)).toEqual(['.mjs', '.mjs.map', '.seal', '.started']);
});

test('who was killed while building holds nobody up for longer than two minutes', async () => {
  using repository = new TestRepository();
  await find(repository);
  const [started = ''] = readdirSync(join(repository.bundles, 'demo'));
  const building = join(repository.bundles, 'demo', started.replace('.started', '.building'));
  writeFileSync(building, '');
  expect(await find(repository)).toBeUndefined();
  const before = Date.now() / 1_000 - 121;
  utimesSync(building, before, before);
  expect(await find(repository)).toMatch(/\.mjs$/);
});

test('the four bundles that were started last are kept, and marks of the last day', async () => {
  using repository = new TestRepository();
  const folder = join(repository.bundles, 'demo');
  const age = (names: readonly string[], hours: number) => {
    const at = Date.now() / 1_000 - hours * 3_600;
    for (const name of names) utimesSync(join(folder, name), at, at);
  };
  const edit = (number: number) => repository.write('packages/demo/src/edit.ts', `${number};\n`);
  const built: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    edit(number);
    const bundle = basename(await bundleOf(repository));
    age([bundle], 100 - number);
    built.push(bundle);
  }
  const marks = ['0123456789abcdef.started', 'fedcba9876543210.started'];
  for (const name of marks) writeFileSync(join(folder, name), '');
  age(marks.slice(1), 25);
  // The oldest but one is started again.
  edit(1);
  expect(basename((await find(repository)) ?? '')).toBe(built[1]);
  edit(5);
  built.push(basename(await bundleOf(repository)));
  const kept = readdirSync(folder);
  const bundles = kept.filter((name) => name.endsWith('.mjs'));
  expect(bundles.sort()).toEqual([1, 3, 4, 5].map((number) => built[number]).sort());
  expect(kept.filter((name) => marks.includes(name))).toEqual(marks.slice(0, 1));
});

test('a disk that is full is told, and the next start tries again', async () => {
  using repository = new TestRepository();
  await find(repository);
  const [started = ''] = readdirSync(join(repository.bundles, 'demo'));
  // Nothing can be put in place of a folder.
  const place = join(repository.bundles, 'demo', started.replace('.started', '.mjs.map'));
  mkdirSync(join(place, 'full'), { recursive: true });
  await expect(find(repository)).rejects.toThrow(/^EISDIR|^ENOTEMPTY|^EEXIST/);
  rmSync(place, { recursive: true });
  expect(await find(repository)).toMatch(/\.mjs$/);
});

test('a program that cannot be bundled runs from its sources, and each start says why', async () => {
  using repository = new TestRepository();
  repository.write('packages/other/src/index.ts', 'export const other = 1;\n');
  repository.write(
    'packages/demo/program.ts',
    "import { other } from '../other/src/index.ts';\nexport default other;\n",
  );
  expect(await bundleOf(repository)).toBe('');
  const reason =
    'packages/demo/program.ts runs from its sources, for no bundle of it could be made: ' +
    'its package.json names no package that has packages/other/src/index.ts. ' +
    'STRATA_PROGRAM_BUNDLES=off makes none.';
  expect(warnings).toEqual([reason]);
  expect(await find(repository)).toBeUndefined();
  expect(warnings).toEqual([reason, reason]);
  expect(endings(repository)).toEqual(['.failed', '.started']);
});

test('an esbuild that cannot run is told at each start, and is no reason to make no bundle later', async () => {
  using repository = new TestRepository();
  await find(repository);
  const script = `
    import { useBundle } from ${JSON.stringify(new URL('use-bundle.ts', import.meta.url).href)};
    await useBundle(${JSON.stringify(repository.run())});
  `;
  const { stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    { encoding: 'utf8', env: { PATH: process.env.PATH, ESBUILD_BINARY_PATH: '/bin/false' } },
  );
  expect(stderr).toMatch(/^programs run from their sources, .* Error: The service was stopped/);
  expect(endings(repository)).toEqual(['.started']);
  expect(await find(repository)).toMatch(/\.mjs$/);
});

test.each(['', 'off'])('STRATA_PROGRAM_BUNDLES="%s" runs the sources', async (folder) => {
  using repository = new TestRepository();
  await find(repository);
  await find(repository);
  expect(await find(repository, folder)).toBeUndefined();
});

test('a folder that cannot be made leaves the sources, and says so', async () => {
  using repository = new TestRepository();
  repository.write('file', '');
  const { useBundle } = await import('./use-bundle.ts');
  await useBundle(repository.run(join(repository.root, 'file/below')));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(
    /^programs run from their sources, for STRATA_PROGRAM_BUNDLES is of no use \(off says nothing\): Error: ENOTDIR: /,
  );
});

test('a program is what the runner of Pulumi runs in a package of this repository', () => {
  using repository = new TestRepository();
  const run = repository.run();
  expect(programOf(run)).toBe(repository.program);
  const { argv } = run;
  const [node = '', runner = '', ...rest] = argv;
  expect(programOf({ ...run, argv: [node, '/some/main.ts', ...rest] })).toBeUndefined();
  expect(programOf({ ...run, argv: [node, runner, '.'] })).toBeUndefined();
  expect(programOf({ ...run, root: '/elsewhere' })).toBeUndefined();
});
