// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import type { KubernetesObject } from '@strata/manifests';
import { testConfig } from '../../test-context.ts';
import type { Change } from '../../test-context.ts';
import { renderMetricsServer } from './render-metrics-server.ts';

const manifest = loadManifest('metrics-server', releases[0].tenant['metrics-server'].version);
const render = (change: Change = {}) => renderMetricsServer(manifest, testConfig(change)).objects;

interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly { args: string[] }[] } };
  };
}

const deploymentIn = (objects: readonly KubernetesObject[]) =>
  objects.find(({ kind }) => kind === 'Deployment') as Deployment;

const argsOf = (change: Change = {}) =>
  deploymentIn(render(change)).spec.template.spec.containers[0]?.args;

const kubernetes = { version: '1.35.4', podCidr: '10.100.0.0/16', serviceCidr: '10.101.0.0/16' };
const upstream = deploymentIn(manifest.objects).spec.template.spec.containers[0]?.args ?? [];

// Proves: clusters.metrics-server
test('metrics-server verifies kubelets that have certificates of the cluster, and no others', () => {
  expect(upstream).toContain('--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname');
  expect(argsOf()).toEqual([...upstream, '--kubelet-insecure-tls']);
  const signed = { ...kubernetes, kubelet: { requestServingCertificates: true } };
  expect(argsOf({ kubernetes: signed })).toEqual([
    ...upstream,
    '--kubelet-certificate-authority=/var/run/secrets/kubernetes.io/serviceaccount/ca.crt',
  ]);
});

test('nothing waits for its pod where no worker could run it', () => {
  const annotationsWith = (...sizes: readonly number[]) => {
    const [pool] = testConfig().pools;
    const { instancetype, rootDisk } = pool ?? {};
    const pools = sizes.map((replicas, index) => ({
      name: `md-${index}`,
      replicas,
      instancetype,
      rootDisk,
    }));
    return deploymentIn(render({ pools })).metadata.annotations;
  };
  expect(annotationsWith(1)).toEqual({});
  expect(annotationsWith(0, 1)).toEqual({});
  expect(annotationsWith(0)).toEqual({ 'pulumi.com/skipAwait': 'true' });
});

test('nothing else of the locked manifest changes', () => {
  const others = (objects: readonly KubernetesObject[]) =>
    objects.filter(({ kind }) => kind !== 'Deployment');
  expect(others(render())).toEqual(others(manifest.objects));
  expect(others(manifest.objects)).toHaveLength(manifest.objects.length - 1);
});
