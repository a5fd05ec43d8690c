// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { toolNames, tools } from '@strata/toolchain';
import { loadedFileOf, readableFileOf, titleOfComponent } from './component.ts';
import type { Component } from './component.ts';
import { allComponents, findComponent } from './components.ts';
import type { ComponentName } from './components.ts';
import { locksDir, readLocks } from '../lock-file.ts';

const locks = readLocks(locksDir);

function lockedEntry({ name, version }: Component) {
  return locks.find((one) => one.component === name && one.version === version);
}

test('there are locks of exactly the components of the table, at their versions', () => {
  expect(locks.map(({ component, version }) => `${component} ${version}`).sort()).toEqual(
    allComponents.map(titleOfComponent).sort(),
  );
});

test('no component is in the table twice at one version', () => {
  const titles = allComponents.map(titleOfComponent);
  expect([...new Set(titles)]).toEqual(titles);
});

test.each(allComponents)('the lock lists files and modules of $name $version', (component) => {
  const entry = lockedEntry(component);
  expect(entry?.files.map(({ path }) => path)).toEqual([
    loadedFileOf(component),
    readableFileOf(component),
  ]);
  expect(entry?.modules.map(({ path, version }) => `${path}@${version}`)).toEqual(
    component.sources.map(
      ({ module, moduleVersion = `v${component.version}` }) => `${module}@${moduleVersion}`,
    ),
  );
});

test.each(allComponents)('the lock has the hashes that the table vouches for', (component) => {
  const vouched = component.sources.flatMap(({ module, sums }) =>
    sums ? [{ module, hash: sums.zip }] : [],
  );
  for (const { module, hash } of vouched) {
    const entry = lockedEntry(component);
    expect(entry?.modules.find(({ path }) => path === module)?.hash).toBe(hash);
  }
});

const built = toolNames.flatMap((tool) => {
  const { path } = tools[tool].module;
  return allComponents
    .filter(({ sources }) =>
      sources.some(({ from, module }) => from !== 'chart' && module === path),
    )
    .filter(({ version }) => version === tools[tool].version)
    .map((component) => ({ tool, component, title: titleOfComponent(component), module: path }));
});

test('every version of KubeVirt and CDI has the tool of the same version', () => {
  const generated = allComponents.filter(({ sources }) =>
    sources.some(({ from }) => from !== 'files' && from !== 'chart'),
  );
  const titles = built.map(({ title }) => title);
  expect(generated.map(titleOfComponent).filter((title) => !titles.includes(title))).toEqual([]);
});

test.each(built)('$title comes from the module that $tool is built from', (row) => {
  const goSum = new URL(`../../../../tools/toolchain/${row.tool}/go.sum`, import.meta.url);
  const pinned = readFileSync(goSum, 'utf8').split('\n');
  const { version, hash } =
    lockedEntry(row.component)?.modules.find(({ path }) => path === row.module) ?? {};
  expect(pinned).toContain(`${row.module} ${version ?? ''} ${hash ?? ''}`);
});

test('a component is found at each of its versions', () => {
  expect(findComponent('cdi', '1.65.0')).toMatchObject({ name: 'cdi', version: '1.65.0' });
});

test('refuses an unknown version and names the known ones', () => {
  expect(() => findComponent('cdi', '1.60.0')).toThrow(
    'there is no manifest of cdi 1.60.0: there is 1.64.0, 1.65.0.',
  );
});

test('the key of a component in the table is its name', () => {
  for (const { name, version } of allComponents) {
    expect(findComponent(name as ComponentName, version).name).toBe(name);
  }
});
