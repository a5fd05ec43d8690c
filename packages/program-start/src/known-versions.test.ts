// SPDX-License-Identifier: Apache-2.0
import { checkVersions, installedVersion, knownVersions } from './known-versions.ts';

test('the installed packages are those whose insides are known', () => {
  expect({
    '@pulumi/kubernetes': installedVersion('@pulumi/kubernetes'),
    '@pulumi/pulumi': installedVersion('@pulumi/pulumi'),
  }).toEqual(knownVersions);
  expect(() => {
    checkVersions();
  }).not.toThrow();
});

test('a program does not start on an SDK whose insides nobody has looked into', () => {
  expect(() => {
    checkVersions((name) => (name === '@pulumi/pulumi' ? '9.0.0' : knownVersions[name]));
  }).toThrow(
    new Error(
      '@pulumi/pulumi 9.0.0 is installed, but @strata/program-start knows the insides of 3.259.0: ' +
        'run npm ci; to go to another version, follow packages/program-start/README.md',
    ),
  );
});
