// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { locksDir, readLocks } from '@strata/manifests';
import { allComponents } from '@strata/manifests/recipes';

// Proves: installation.paired-releases
test.each(releases)('every version that $name names can be rendered and is locked', (one) => {
  const named = Object.entries({ ...one.components, ...one.tenant, ...one.optional }).map(
    ([component, { version }]) => `${component} ${version}`,
  );
  const table = allComponents.map(({ name, version }) => `${name} ${version}`);
  const locked = readLocks(locksDir).map(({ component, version }) => `${component} ${version}`);
  expect(named.filter((title) => !table.includes(title))).toEqual([]);
  expect(named.filter((title) => !locked.includes(title))).toEqual([]);
});

test('every locked version is named by a release', () => {
  const named = releases.flatMap(({ components, tenant, optional }) =>
    Object.entries({ ...components, ...tenant, ...optional }).map(
      ([component, { version }]) => `${component} ${version}`,
    ),
  );
  const locked = readLocks(locksDir);
  expect(
    locked
      .map(({ component, version }) => `${component} ${version}`)
      .filter((title) => !named.includes(title)),
  ).toEqual([]);
});
