// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type { Manifest } from '@strata/manifests';
import { named, recordProgram } from '@strata/testing';
import { testConfig, testContext } from '../../test-context.ts';
import { createDelivery } from './index.ts';
import { renderFlux } from './render-flux.ts';

const namespace = 'flux-system';
const names = ['source-controller', 'kustomize-controller'] as const;

const deployment = (name: string, env?: readonly object[]) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace, annotations: {} },
  spec: {
    replicas: 1,
    template: {
      metadata: { labels: { app: name } },
      spec: {
        serviceAccountName: 'of-upstream',
        containers: [{ name: 'manager', args: ['--log-level=info'], ...(env && { env }) }],
      },
    },
  },
});

const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: names[0], namespace } };

const manifest: Manifest = {
  component: 'flux',
  version: '2.9.5',
  images: [],
  objects: [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    deployment(names[0], [{ name: 'RUNTIME_NAMESPACE', value: namespace }]),
    deployment(names[1]),
    service,
  ],
};

const limit = {
  name: 'GOMEMLIMIT',
  valueFrom: { resourceFieldRef: { containerName: 'manager', resource: 'limits.memory' } },
};

/** Returns a Deployment as a user cluster gets it. */
const installed = (name: string, args: readonly string[], env: readonly object[]) => {
  const { spec, ...rest } = deployment(name);
  const container = {
    name: 'manager',
    args: ['--log-level=info', '--watch-all-namespaces=false', ...args],
    env: [...env, limit],
  };
  const pod = {
    containers: [container],
    priorityClassName: 'system-cluster-critical',
    serviceAccountName: name,
  };
  return { ...rest, spec: { ...spec, template: { ...spec.template, spec: pod } } };
};

const sources = ['buckets', 'gitrepositories', 'helmcharts', 'helmrepositories', 'ocirepositories'];
const rbac = 'rbac.authorization.k8s.io';
const account = (name: string) => [{ kind: 'ServiceAccount', name, namespace }];

/** The rights of both, in the order in which they are made. */
const rights = [
  {
    apiVersion: `${rbac}/v1`,
    kind: 'Role',
    metadata: { name: names[0], namespace },
    rules: [
      {
        apiGroups: ['source.toolkit.fluxcd.io'],
        resources: sources,
        verbs: ['get', 'list', 'watch', 'patch', 'update'],
      },
      {
        apiGroups: ['source.toolkit.fluxcd.io'],
        resources: sources.map((kind) => `${kind}/status`),
        verbs: ['patch', 'update'],
      },
      { apiGroups: [''], resources: ['secrets'], verbs: ['get'] },
      { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
      {
        apiGroups: ['coordination.k8s.io'],
        resources: ['leases'],
        resourceNames: ['source-controller-leader-election'],
        verbs: ['get', 'update'],
      },
    ],
  },
  {
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name: names[0], namespace },
    roleRef: { apiGroup: rbac, kind: 'Role', name: names[0] },
    subjects: account(names[0]),
  },
  {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'flux-kustomize-controller' },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: account(names[1]),
  },
];

// Proves: clusters.delivery
test('Flux has the settings of the cluster, and rights of its own instead of those of upstream', () => {
  const { objects, ...rest } = renderFlux(manifest, testConfig());
  expect(rest).toEqual({ component: 'flux', version: '2.9.5', images: [] });
  expect(objects).toEqual([
    manifest.objects[0],
    installed(
      names[0],
      ['--storage-adv-addr=source-controller.$(RUNTIME_NAMESPACE).svc.cluster.local.'],
      [{ name: 'RUNTIME_NAMESPACE', value: namespace }],
    ),
    installed(names[1], ['--no-remote-bases=true'], []),
    service,
    ...rights,
  ]);
});

const url = 'https://git.example.org/shop.git';
const authority = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

/** Returns what the engine is told of a delivery. */
const record = (more: object) =>
  recordProgram(() => {
    const flux = { url, ref: { tag: 'v1' }, intervalSeconds: 30, prune: false, ...more };
    const context = testContext({ delivery: { flux } });
    const { flux: given } = context.config.delivery;
    if (given === undefined) throw new Error('nothing is delivered');
    const network = new core.v1.ConfigMap('network', {});
    const parent = new core.v1.ConfigMap('around', {});
    createDelivery('flux', { ...context, flux: given, manifest, needs: [network] }, { parent });
  });

const metadata = {
  name: 'flux-system',
  namespace,
  labels: {
    'app.kubernetes.io/managed-by': 'strata',
    'app.kubernetes.io/part-of': 'demo',
    'strata.dev/environment': 'sandbox',
    'cluster.x-k8s.io/cluster-name': 'demo',
  },
  annotations: { 'pulumi.com/patchFieldManager': 'strata' },
};

// Proves: clusters.delivery
test('the Secret, the repository and the Kustomization are made one after the other', async () => {
  const credentials = { username: 'ann', password: 'hush' };
  const recording = await record({ credentials, certificateAuthority: authority });
  const controllers = [
    'Namespace/flux-system',
    'Service/flux-system/source-controller',
    ...names.map((name) => `Deployment/flux-system/${name}`),
    'Role/flux-system/source-controller',
    'RoleBinding/flux-system/source-controller',
    'ClusterRoleBinding/flux-kustomize-controller',
  ].map((name) => `flux/${name}`);
  const made = (name: string) => {
    const { inputs, parent, dependsOn, secretInputs } = named(recording, name);
    return { inputs, parent, secretInputs, dependsOn: new Set(dependsOn) };
  };
  expect(made('flux-secret')).toMatchObject({
    inputs: {
      metadata,
      stringData: { username: 'ann', password: 'hush', 'ca.crt': authority },
    },
    parent: 'around',
    secretInputs: ['stringData'],
  });
  expect(made('flux-secret').dependsOn).toEqual(new Set(controllers));
  expect(made('flux-repository')).toEqual({
    inputs: {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata,
      spec: { url, ref: { tag: 'v1' }, interval: '30s', secretRef: { name: 'flux-system' } },
    },
    parent: 'around',
    secretInputs: [],
    dependsOn: new Set([...controllers, 'flux-secret']),
  });
  expect(made('flux-kustomization')).toEqual({
    inputs: {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata,
      spec: {
        sourceRef: { kind: 'GitRepository', name: 'flux-system' },
        path: './',
        prune: false,
        deletionPolicy: 'Orphan',
        interval: '600s',
        retryInterval: '30s',
      },
    },
    parent: 'around',
    secretInputs: [],
    dependsOn: new Set([...controllers, 'flux-repository']),
  });
});

test('the namespace stays when Flux goes, and everything that was delivered with it', async () => {
  expect(named(await record({}), `flux/Namespace/${namespace}`)).toMatchObject({
    type: 'kubernetes:core/v1:NamespacePatch',
    retainOnDelete: true,
  });
});

test('a public repository needs no Secret', async () => {
  const { resources } = await record({});
  expect(resources.map(({ name }) => name)).not.toContain('flux-secret');
  const repository = resources.find(({ name }) => name === 'flux-repository');
  expect(repository?.inputs.spec).toEqual({ url, ref: { tag: 'v1' }, interval: '30s' });
});
