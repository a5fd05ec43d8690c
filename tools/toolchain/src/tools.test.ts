// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';
import type { Tool } from './tool-types.ts';
import { minimumGo, toolNames, tools } from './tools.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const goMod = (name: string) => readFile(join(root, name, 'go.mod'), 'utf8');

test('the table has exactly the folders that hold a go.mod', async () => {
  const entries = await readdir(root, { recursive: true });
  const folders = entries.filter((path) => path.endsWith('/go.mod')).map((path) => dirname(path));
  expect([...toolNames].sort()).toEqual(folders.sort());
});

test.each(toolNames)('%s: go.mod requires the version in the table', async (name) => {
  const { module, version }: Tool = tools[name];
  const lines = (await goMod(name)).split('\n').map((line) => line.replace(/^require /, '').trim());
  const wanted = `${module.path} ${module.version ?? `v${version}`}`;
  expect(lines.map((line) => line.replace(/ \/\/ indirect$/, ''))).toContain(wanted);
});

test.each(toolNames)(
  '%s: the tool directives of go.mod are the packages in the table',
  async (name) => {
    const text = await goMod(name);
    const block = /^tool \(\n([^)]*)\)/m.exec(text)?.[1]?.split('\n') ?? [];
    const single = /^tool ([^(\s]+)$/m.exec(text)?.[1] ?? '';
    const directives = [...block, single].map((line) => line.trim()).filter((line) => line !== '');
    const { binaries }: Tool = tools[name];
    const packages = binaries.map((binary) => binary.package).filter((path) => path !== '.');
    expect(directives.sort()).toEqual(packages.sort());
  },
);

test.each(toolNames)('%s: go.mod does not ask for a newer Go than is checked for', async (name) => {
  const [, wanted] = /^go (\S+)$/m.exec(await goMod(name)) ?? [];
  const checked = `${minimumGo.major}.${minimumGo.minor}.0`;
  expect(semver.lte(semver.coerce(wanted) ?? '999.0.0', checked)).toBe(true);
});

test('no two tools yield a binary of the same name', () => {
  const names = toolNames.flatMap((name) => tools[name].binaries.map((binary) => binary.name));
  expect([...new Set(names)]).toEqual(names);
});

test('every stamp names the version in the table', () => {
  const isOwn = (version: string) => (value: string) =>
    value === version || value === `v${version}`;
  const kubernetesParts = ['1', '35', 'clean'];
  const foreign = toolNames.flatMap((name) => {
    const { stamps, version }: Tool = tools[name];
    return Object.values(stamps).filter((value) => !isOwn(version)(value));
  });
  expect(foreign).toEqual([...kubernetesParts, ...kubernetesParts]);
});
