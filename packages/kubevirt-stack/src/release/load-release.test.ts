// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ManifestError } from '@strata/manifests';
import { loadRelease, releaseNamed } from './load-release.ts';
import { smallManifest } from '../test-manifests.ts';

const release = releaseNamed('v1.9');

// Proves: installation.other-operators
// Proves: networks.multus
test('loads the manifest of each component at the version that the release names', () => {
  const manifests = loadRelease(release, (component, version) => ({
    ...smallManifest(component),
    version,
  }));
  const loaded = Object.entries(manifests).map(([name, { component, version }]) => [
    name,
    `${component} ${version}`,
  ]);
  expect(loaded).toEqual([
    ['kubevirt', 'kubevirt 1.9.0'],
    ['cdi', 'cdi 1.65.0'],
    ['multus', 'multus 4.3.0'],
    ['metallb', 'metallb 0.16.1'],
    ['prometheus-operator', 'prometheus-operator 0.93.1'],
    ['snapshot-controller', 'snapshot-controller 8.7.0'],
  ]);
});

test('reports an unknown release without a stack trace', () => {
  expect(() => releaseNamed('v0.1')).toThrow(new pulumi.RunError('there is no release "v0.1".'));
});

test('reports a bad manifest without a stack trace', () => {
  const attempt = () =>
    loadRelease(release, () => {
      throw new ManifestError('kubevirt.json is not the file in the lock');
    });
  expect(attempt).toThrow(pulumi.RunError);
  expect(attempt).toThrow('kubevirt.json is not the file in the lock');
});

test('passes on any other failure unchanged', () => {
  const attempt = () =>
    loadRelease(release, () => {
      throw new TypeError('a bug');
    });
  expect(attempt).toThrow(TypeError);
  expect(attempt).toThrow('a bug');
});
