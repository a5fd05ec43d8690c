// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ManifestError } from '@strata/manifests';
import { loadRelease } from '../index.ts';
import { smallManifest } from '../test-manifests.ts';

test('loads the manifest of each component', () => {
  const release = loadRelease(smallManifest);
  expect(Object.entries(release).map(([name, { component }]) => [name, component])).toEqual([
    ['kubevirt', 'kubevirt'],
    ['cdi', 'cdi'],
    ['multus', 'multus'],
    ['metallb', 'metallb'],
    ['prometheus-operator', 'prometheus-operator'],
    ['snapshot-controller', 'snapshot-controller'],
  ]);
});

test('shows what is wrong with a manifest without a stack trace', () => {
  const attempt = () =>
    loadRelease(() => {
      throw new ManifestError('kubevirt.json is not the file in the lock');
    });
  expect(attempt).toThrow(pulumi.RunError);
  expect(attempt).toThrow('kubevirt.json is not the file in the lock');
});

test('does not hide any other failure', () => {
  const attempt = () =>
    loadRelease(() => {
      throw new TypeError('a bug');
    });
  expect(attempt).toThrow(TypeError);
});
