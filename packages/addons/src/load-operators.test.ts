// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { releases } from '@strata/contracts';
import { ManifestError } from '@strata/manifests';
import { loadOperators } from './index.ts';
import { smallManifest } from './test-manifest.ts';

const [release] = releases;

test('loads the given operators at the versions of the release', () => {
  const manifests = loadOperators(['descheduler', 'whereabouts'], release, (name, version) => ({
    ...smallManifest(name),
    version,
  }));
  expect([...manifests].map(([name, { version }]) => [name, version])).toEqual([
    ['descheduler', '0.36.0'],
    ['whereabouts', '0.9.4'],
  ]);
});

test('reports a problem of a manifest without a stack trace', () => {
  const attempt = () =>
    loadOperators(['descheduler'], release, () => {
      throw new ManifestError('descheduler.json is missing');
    });
  expect(attempt).toThrow(new pulumi.RunError('descheduler.json is missing'));
});

test('passes on all other errors', () => {
  const attempt = () =>
    loadOperators(['descheduler'], release, () => {
      throw new TypeError('a bug');
    });
  expect(attempt).toThrow(TypeError);
  expect(attempt).toThrow('a bug');
});
