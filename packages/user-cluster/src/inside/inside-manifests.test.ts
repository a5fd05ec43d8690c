// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type { Manifest } from '@strata/manifests';
import { named, recordProgram, strayImages } from '@strata/testing';
import { mirrored, testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { Inside } from './index.ts';

const deployment = (name: string, namespace: string, container = name) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace },
  spec: {
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: container, image: `quay.io/example/${name}:v1` }] },
    },
  },
});
const manifestOf = (component: string, ...objects: Manifest['objects']): Manifest => ({
  component,
  version: '1.0.0',
  images: [],
  objects,
});

const manifests = {
  cilium: manifestOf(
    'cilium',
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'cilium-config', namespace: 'kube-system' },
      data: {},
    },
    deployment('cilium-operator', 'kube-system'),
  ),
  metricsServer: manifestOf('metrics-server', deployment('metrics-server', 'kube-system')),
  flux: manifestOf(
    'flux',
    deployment('source-controller', 'flux-system', 'manager'),
    deployment('kustomize-controller', 'flux-system', 'manager'),
  ),
};

const flux = { url: 'https://git.example.org/shop', ref: { branch: 'main' } };

const record = (change: Change, given: Partial<typeof manifests>) =>
  recordProgram(() => {
    const controllers = [new core.v1.ConfigMap('controller', {})];
    const context = testContext(change, mirrored);
    return new Inside('inside', { ...context, manifests: given, controllers });
  });

const cni = [
  'inside-cni/ConfigMap/kube-system/cilium-config',
  'inside-cni/Deployment/kube-system/cilium-operator',
];

test('what runs in pods of the network waits for it, and all images come from the mirror', async () => {
  const recording = await record({ delivery: { flux } }, manifests);
  const dependsOn = (name: string) => named(recording, name).dependsOn;
  expect(dependsOn('inside-metrics-server/Deployment/kube-system/metrics-server')).toEqual(cni);
  expect(dependsOn('inside-flux/Deployment/flux-system/source-controller')).toEqual(
    expect.arrayContaining(cni),
  );
  // Pods with volumes have a network: the driver comes after it, too.
  expect(dependsOn('inside-storage-plugin')).toEqual(
    expect.arrayContaining(['controller', 'inside-namespace', ...cni]),
  );
  for (const name of ['inside-cni', 'inside-metrics-server', 'inside-flux']) {
    expect(named(recording, name).parent).toBe('inside');
  }
  const { resources } = recording;
  expect(resources.flatMap((one) => strayImages(one, mirrored.registryMirror))).toEqual([]);
});

test('the pod network and metrics-server have the settings of the cluster', async () => {
  const recording = await record({ cni: { tunnelPort: 8500 } }, manifests);
  expect(named(recording, cni[0] ?? '').inputs.data).toMatchObject({ 'tunnel-port': '8500' });
  const server = 'inside-metrics-server/Deployment/kube-system/metrics-server';
  expect(named(recording, server).inputs.spec).toMatchObject({
    template: { spec: { containers: [{ args: ['--kubelet-insecure-tls'] }] } },
  });
});

test('without a pod network of Strata, nothing waits for one', async () => {
  const { metricsServer, flux: ofFlux } = manifests;
  const change = { cni: { type: 'none' }, delivery: { flux } };
  const recording = await record(change, { metricsServer, flux: ofFlux });
  const name = 'inside-metrics-server/Deployment/kube-system/metrics-server';
  expect(named(recording, name).dependsOn).toEqual([]);
  const controller = named(recording, 'inside-flux/Deployment/flux-system/source-controller');
  expect(controller.dependsOn.filter((one) => one.includes('cni'))).toEqual([]);
});

test('a delivery is there where the configuration has one, and its last object is the Kustomization', async () => {
  const { result } = await record({ delivery: { flux } }, manifests);
  const name = new Promise((done) => {
    result.delivered?.urn.apply((urn) => {
      done(urn.split('::').at(-1));
    });
  });
  expect(await name).toBe('inside-flux-kustomization');
  // Neither one alone is enough: the manifest, and what is to be delivered.
  expect((await record({}, manifests)).result.delivered).toBeUndefined();
  const { cilium } = manifests;
  expect((await record({ delivery: { flux } }, { cilium })).result.delivered).toBeUndefined();
});

test('the namespace of Strata inside comes before all that is in it', async () => {
  const recording = await record({}, {});
  expect(named(recording, 'inside')).toMatchObject({ type: 'strata:user-cluster:Inside' });
  for (const name of ['inside-storage-account', 'inside-metrics-exporter']) {
    expect(named(recording, name).dependsOn).toContain('inside-namespace');
  }
});
