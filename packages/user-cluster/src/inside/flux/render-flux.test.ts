// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import type { KubernetesObject } from '@strata/manifests';
import { testConfig } from '../../test-context.ts';
import type { Change } from '../../test-context.ts';
import { reconcilerBinding, renderFlux } from './render-flux.ts';

const manifest = loadManifest('flux', releases[0].tenant.flux.version);
const render = (change: Change = {}) => renderFlux(manifest, testConfig(change)).objects;

interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly serviceAccountName?: string;
        readonly containers: readonly {
          readonly args: readonly string[];
          readonly image: string;
          readonly env: readonly { readonly name: string }[];
        }[];
      };
    };
  };
}

const find = (objects: readonly KubernetesObject[], kind: string, name: string) =>
  objects.find((one) => one.kind === kind && one.metadata.name === name);

const podOf = (objects: readonly KubernetesObject[], name: string) =>
  (find(objects, 'Deployment', name) as Deployment).spec.template.spec;

const argsOf = (objects: readonly KubernetesObject[], name: string) =>
  podOf(objects, name).containers[0]?.args ?? [];

// Proves: clusters.delivery
test('the manifest has two controllers of one release of Flux, in a namespace of their own', () => {
  expect(manifest.images).toEqual([
    'ghcr.io/fluxcd/kustomize-controller:v1.9.5',
    'ghcr.io/fluxcd/source-controller:v1.9.5',
  ]);
  const titles = manifest.objects.map(({ kind, metadata }) =>
    [kind, metadata.namespace, metadata.name].filter(Boolean).join('/'),
  );
  expect(titles).toEqual([
    'Namespace/flux-system',
    'CustomResourceDefinition/buckets.source.toolkit.fluxcd.io',
    'CustomResourceDefinition/gitrepositories.source.toolkit.fluxcd.io',
    'CustomResourceDefinition/helmcharts.source.toolkit.fluxcd.io',
    'CustomResourceDefinition/helmrepositories.source.toolkit.fluxcd.io',
    'CustomResourceDefinition/kustomizations.kustomize.toolkit.fluxcd.io',
    'CustomResourceDefinition/ocirepositories.source.toolkit.fluxcd.io',
    'Deployment/flux-system/kustomize-controller',
    'Deployment/flux-system/source-controller',
    'NetworkPolicy/flux-system/allow-egress',
    'Service/flux-system/source-controller',
    'ServiceAccount/flux-system/kustomize-controller',
    'ServiceAccount/flux-system/source-controller',
  ]);
});

// Proves: clusters.delivery
test('both look at their own namespace alone, with accounts of their own', () => {
  for (const name of ['source-controller', 'kustomize-controller']) {
    const args = argsOf(render(), name);
    const before = argsOf(manifest.objects, name);
    expect(before).toContain('--watch-all-namespaces');
    expect(args.slice(0, before.length)).toEqual(before);
    expect(args).toContain('--watch-all-namespaces=false');
    expect(args.join(' ')).not.toContain('--events-addr');
    const pod = podOf(render(), name);
    expect(pod.serviceAccountName).toBe(name);
    expect(pod.containers[0]?.env.map((one) => one.name)).toContain('GOMEMLIMIT');
  }
  expect(argsOf(render(), 'kustomize-controller')).toContain('--no-remote-bases=true');
});

test('what was fetched is served at a name of the cluster', () => {
  const kubernetes = { version: '1.35.4', podCidr: '10.100.0.0/16', serviceCidr: '10.101.0.0/16' };
  const objects = render({ kubernetes: { ...kubernetes, dnsDomain: 'shop.internal' } });
  expect(argsOf(objects, 'source-controller').at(-1)).toBe(
    '--storage-adv-addr=source-controller.$(RUNTIME_NAMESPACE).svc.shop.internal.',
  );
});

// Proves: clusters.delivery
test('source-controller has rights in its namespace, and only kustomize-controller is cluster-admin', () => {
  const objects = render();
  const kinds = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];
  const rights = objects.filter(({ kind }) => kinds.includes(kind));
  expect(rights.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
    ['Role', 'source-controller'],
    ['RoleBinding', 'source-controller'],
    ['ClusterRoleBinding', reconcilerBinding],
  ]);
  expect(find(objects, 'ClusterRoleBinding', reconcilerBinding)).toMatchObject({
    roleRef: { kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'kustomize-controller', namespace: 'flux-system' }],
  });
  expect(JSON.stringify(find(objects, 'Role', 'source-controller')?.rules)).not.toContain('*');
});

test('nothing waits for pods where no worker could run them', () => {
  const [pool] = testConfig().pools;
  const { instancetype, rootDisk } = pool ?? {};
  const pools = [{ name: 'md', replicas: 0, instancetype, rootDisk }];
  expect(find(render(), 'Deployment', 'source-controller')?.metadata.annotations).toEqual({});
  expect(find(render({ pools }), 'Deployment', 'source-controller')?.metadata.annotations).toEqual({
    'pulumi.com/skipAwait': 'true',
  });
});
