// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { tools } from '@strata/toolchain';
import { allComponents, components, loadedFileOf, readableFileOf } from './components.ts';
import { lockPath, readLock } from './lock-file.ts';

const lock = readLock(lockPath);

test('the lock lists exactly the components of the release, at their versions', () => {
  expect(lock.components.map(({ component, version }) => ({ component, version }))).toEqual(
    allComponents.map(({ name, version }) => ({ component: name, version })),
  );
});

test('the lock lists the two files and the modules of every component', () => {
  for (const component of allComponents) {
    const entry = lock.components.find((one) => one.component === component.name);
    expect(entry?.files.map(({ path }) => path)).toEqual([
      loadedFileOf(component),
      readableFileOf(component),
    ]);
    expect(entry?.modules.map(({ path, version }) => `${path}@${version}`)).toEqual(
      component.sources.map(({ module }) => `${module}@v${component.version}`),
    );
  }
});

const built = ['kubevirt', 'cdi', 'metallb', 'prometheus-operator', 'snapshot-controller'] as const;

test.each(built)('%s has the version of the binaries that the toolchain builds', (name) => {
  expect(components[name].version).toBe(tools[name].version);
});

test.each(built)('%s comes from the module that the toolchain is built from', (name) => {
  const goSum = new URL(`../../toolchain/${name}/go.sum`, import.meta.url);
  const pinned = readFileSync(goSum, 'utf8').split('\n');
  const module = tools[name].module.path;
  const entry = lock.components.find(({ component }) => component === name);
  const { version, hash } = entry?.modules.find(({ path }) => path === module) ?? {};
  expect(pinned).toContain(`${module} ${version ?? ''} ${hash ?? ''}`);
});
