// SPDX-License-Identifier: Apache-2.0
import { loadManifest } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';
import { OperatorManifest } from '@strata/manifest-objects';
import { named, recordProgram } from '@strata/testing';
import { testConfig } from '../test-config.ts';
import { workloadSettings } from './workload-settings.ts';

interface Container {
  readonly name: string;
  readonly args?: readonly string[];
  readonly resources?: object;
}

/**
 * Returns the containers of a DaemonSet as the platform installs it from upstream's own manifest.
 */
async function containersOf(
  manifest: Manifest,
  key: string,
  values: Record<string, unknown>,
): Promise<readonly Container[]> {
  const component = manifest.component as 'multus' | 'metallb';
  const settings = workloadSettings(testConfig(values))[component] ?? {};
  const recording = await recordProgram(
    () => new OperatorManifest('operator', { manifest, settings }),
  );
  const spec = named(recording, `operator/${key}`).inputs.spec as {
    readonly template: { readonly spec: { readonly containers: readonly Container[] } };
  };
  return spec.template.spec.containers;
}

const multus = loadManifest('multus', '4.3.0');
const metallb = loadManifest('metallb', '0.16.1');

const resourcesOf = async (values: Record<string, unknown>) =>
  (await containersOf(multus, 'DaemonSet/kube-system/kube-multus-ds', values)).map(
    ({ name, resources }) => [name, resources],
  );

// Proves: networks.multus-memory
test('Multus has memory for all pods of a host at once, and no CPU limit', async () => {
  expect(await resourcesOf({})).toEqual([
    ['kube-multus', { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '1Gi' } }],
  ]);
});

// Proves: networks.multus-memory
test('each configured amount of Multus replaces its default', async () => {
  const resources = { requests: { memory: '256Mi' }, limits: { cpu: '2', memory: '2Gi' } };
  expect(await resourcesOf({ multus: { resources } })).toEqual([
    [
      'kube-multus',
      { requests: { cpu: '100m', memory: '256Mi' }, limits: { cpu: '2', memory: '2Gi' } },
    ],
  ]);
});

const argsOf = async (excludedHosts?: string) => {
  const pools = [{ name: 'default', addresses: ['10.0.0.10-10.0.0.20'] }];
  const values = { metallb: { pools, ...(excludedHosts !== undefined && { excludedHosts }) } };
  const found = await containersOf(metallb, 'DaemonSet/metallb-system/speaker', values);
  return found.map(({ name, args }) => [name, args]);
};

// Proves: networks.control-planes-announce
test('speakers do not announce from excluded hosts unless configured to', async () => {
  const upstream = ['--port=9120', '--log-level=info'];
  expect(await argsOf()).toEqual([['speaker', upstream]]);
  expect(await argsOf('skip')).toEqual([['speaker', upstream]]);
  expect(await argsOf('announce')).toEqual([['speaker', [...upstream, '--ignore-exclude-lb']]]);
});
