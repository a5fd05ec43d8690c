// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { findRelease } from '@strata/contracts';
import { ManifestError } from '@strata/manifests';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { loadInside } from './index.ts';

const release = findRelease('v1.8');
if (release === undefined) throw new Error('no such release');

const { tenant, components } = release;

/** Returns the manifests that are loaded for a configuration, each with its version. */
function loaded(change: Change) {
  const manifests = loadInside(
    testContext(change).config,
    { tenant, components },
    (component, version) => ({ component, version, objects: [], images: [] }),
  );
  return Object.fromEntries(
    Object.entries(manifests).map(([key, { component, version }]) => [
      key,
      `${component} ${version}`,
    ]),
  );
}

const cilium = `cilium ${tenant.cilium.version}`;

test('a cluster has the pod network of its release, and nothing else unless it asks for it', () => {
  expect(loaded({})).toEqual({ cilium });
  expect(loaded({ cni: { type: 'none' } })).toEqual({});
});

// Proves: clusters.metrics-server, clusters.delivery, volumes.snapshots
test('each part that a cluster asks for comes in the version of its release', () => {
  const classes = [{ name: 'a', infraClass: 'fast', snapshotClass: 'fast' }];
  expect(
    loaded({
      applications: { metricsServer: true },
      delivery: { flux: { url: 'https://git.example.org/shop', ref: { branch: 'main' } } },
      storage: { classes, snapshots: true },
    }),
  ).toEqual({
    cilium,
    metricsServer: `metrics-server ${tenant['metrics-server'].version}`,
    flux: `flux ${tenant.flux.version}`,
    snapshots: `snapshot-controller ${components['snapshot-controller'].version}`,
  });
});

test('an error of the manifest is one message, and any other keeps its stack', () => {
  const failing = (error: Error) => () =>
    loadInside(testContext().config, { tenant, components }, () => {
      throw error;
    });
  expect(failing(new ManifestError('cilium.json is missing'))).toThrow(
    new pulumi.RunError('cilium.json is missing'),
  );
  const other = new TypeError('not a function');
  expect(failing(other)).toThrow(other);
});
