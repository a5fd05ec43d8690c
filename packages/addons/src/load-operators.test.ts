// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { releases } from '@strata/contracts';
import { ManifestError } from '@strata/manifests';
import { loadOperators } from './index.ts';
import { smallManifest } from './test-manifest.ts';

const [release] = releases;

test('loads what is asked for, at the version that the release names', () => {
  const manifests = loadOperators(['descheduler', 'whereabouts'], release, (name, version) => ({
    ...smallManifest(name),
    version,
  }));
  expect([...manifests].map(([name, { version }]) => [name, version])).toEqual([
    ['descheduler', '0.36.0'],
    ['whereabouts', '0.9.4'],
  ]);
});

test('shows what is wrong with a manifest without a stack trace', () => {
  const attempt = () =>
    loadOperators(['descheduler'], release, () => {
      throw new ManifestError('descheduler.json is missing');
    });
  expect(attempt).toThrow(new pulumi.RunError('descheduler.json is missing'));
});

test('does not hide any other failure', () => {
  const attempt = () =>
    loadOperators(['descheduler'], release, () => {
      throw new TypeError('a bug');
    });
  expect(attempt).toThrow(TypeError);
});
