// SPDX-License-Identifier: Apache-2.0
import { keyOf } from './manifest.ts';
import type { BackupObject, Manifest } from './manifest.ts';
import { leaveOutContext, reasonToLeaveOut } from './reason-to-leave-out.ts';
import type { LeaveOutContext } from './reason-to-leave-out.ts';

function object(
  label: string,
  apiVersion: string,
  kind: string,
  path: string,
  more: Omit<Partial<Manifest>, 'metadata'> & { readonly metadata?: object } = {},
): BackupObject {
  const [first = '', second] = path.split('/');
  const names = second === undefined ? { name: first } : { namespace: first, name: second };
  const metadata = { uid: `uid of ${kind} ${path}`, ...names, ...more.metadata };
  return { label, manifest: { apiVersion, kind, ...more, metadata } };
}

const ownedBy = (...owners: readonly BackupObject[]) => ({
  metadata: {
    ownerReferences: owners.map(({ manifest }) => ({
      apiVersion: manifest.apiVersion,
      kind: manifest.kind,
      name: manifest.metadata.name,
      uid: manifest.metadata.uid ?? '',
      controller: true,
    })),
  },
});

function reasons(
  objects: readonly BackupObject[],
  options: Partial<Omit<LeaveOutContext, 'byKey' | 'byUid'>> = {},
): (string | undefined)[] {
  const context = leaveOutContext(objects, {
    ofStack: new Set(),
    isEmptyVolumes: false,
    isStopped: false,
    ...options,
  });
  return objects.map((one) => reasonToLeaveOut(one, context));
}

const web = object('deployments.apps', 'apps/v1', 'Deployment', 'shop/web');
const secret = object('secrets', 'v1', 'Secret', 'shop/db');

// Proves: backups.restore-objects
test('what a tenant has made is brought', () => {
  const own = [
    web,
    secret,
    object('namespaces', 'v1', 'Namespace', 'shop'),
    object('namespaces', 'v1', 'Namespace', 'default'),
    object('serviceaccounts', 'v1', 'ServiceAccount', 'shop/default'),
    object('storageclasses.storage.k8s.io', 'storage.k8s.io/v1', 'StorageClass', 'own'),
    object('pods', 'v1', 'Pod', 'shop/alone', { status: { phase: 'Running' } }),
    object('jobs.batch', 'batch/v1', 'Job', 'shop/running', {
      status: { active: 1, conditions: [{ type: 'Failed', status: 'False' }] },
    }),
    object('endpoints', 'v1', 'Endpoints', 'shop/outside'),
    object('endpointslices.discovery.k8s.io', 'discovery.k8s.io/v1', 'EndpointSlice', 'shop/hand'),
    object('carts.example.org', 'example.org/v1', 'Cart', 'shop/one'),
  ];
  expect(reasons(own)).toEqual(own.map(() => undefined));
});

const eachMakes = 'each cluster makes its own';

// Proves: backups.restore-objects
test.each([
  ['in a system namespace', object('secrets', 'v1', 'Secret', 'kube-system/own'), eachMakes],
  ['a system namespace', object('namespaces', 'v1', 'Namespace', 'kube-public'), eachMakes],
  [
    'a role of Kubernetes',
    object('clusterroles.rbac', 'rbac.authorization.k8s.io/v1', 'ClusterRole', 'edit', {
      metadata: { labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } },
    }),
    eachMakes,
  ],
  [
    'a role of kubeadm',
    object('clusterroles.rbac', 'rbac.authorization.k8s.io/v1', 'ClusterRole', 'kubeadm:get-nodes'),
    eachMakes,
  ],
  [
    'the authority for pods',
    object('configmaps', 'v1', 'ConfigMap', 'shop/kube-root-ca.crt'),
    eachMakes,
  ],
  ['the API', object('services', 'v1', 'Service', 'default/kubernetes'), eachMakes],
  [
    'a kind of Cilium',
    object(
      'customresourcedefinitions.apiextensions.k8s.io',
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      'ciliumnodes.cilium.io',
    ),
    eachMakes,
  ],
  [
    'a node',
    object('nodes', 'v1', 'Node', 'web-0'),
    'says what a machine of that cluster was; the machines of the target say their own',
  ],
  [
    'a volume',
    object('persistentvolumes', 'v1', 'PersistentVolume', 'pvc-1'),
    'names a disk or snapshot of the infra cluster, which the target must neither attach nor delete',
  ],
  [
    'a claim',
    object('persistentvolumeclaims', 'v1', 'PersistentVolumeClaim', 'shop/data'),
    'the data of its volume is not in the backup',
  ],
  [
    'what was being deleted',
    object('secrets', 'v1', 'Secret', 'shop/going', {
      metadata: { deletionTimestamp: '2026-05-01T00:00:00Z' },
    }),
    'was being deleted when the backup was made',
  ],
  [
    'a pod that has ended',
    object('pods', 'v1', 'Pod', 'shop/once', { status: { phase: 'Succeeded' } }),
    'had ended, and would run once more',
  ],
  [
    'a Job that has ended',
    object('jobs.batch', 'batch/v1', 'Job', 'shop/migration', {
      status: { completionTime: '2026-05-01T00:00:00Z' },
    }),
    'had ended, and would run once more',
  ],
  [
    'a Job that has failed',
    object('jobs.batch', 'batch/v1', 'Job', 'shop/charge', {
      status: { failed: 7, conditions: [{ type: 'Failed', status: 'True' }] },
    }),
    'had ended, and would run once more',
  ],
  [
    'a name with a path, which only somebody with root on a machine can have written into etcd',
    object('secrets', 'v1', 'Secret', 'shop/..'),
    'has a name that no API server takes',
  ],
  [
    'a namespace with a path in its name',
    object('namespaces', 'v1', 'Namespace', 'a%2fb'),
    'has a name that no API server takes',
  ],
  [
    'what belongs to nothing that is there',
    object('secrets', 'v1', 'Secret', 'shop/orphan', ownedBy(web)),
    'belongs to an object that the backup does not have',
  ],
])('%s is left out', (_case, one, reason) => {
  expect(reasons([one])).toEqual([reason]);
});

// Proves: backups.restore-objects
test('what the stack of the cluster makes inside is left out, in every version of its API', () => {
  const ofStack = new Set([keyOf({ ...web.manifest, apiVersion: 'apps/v1beta1' })]);
  expect(reasons([web, secret], { ofStack })).toEqual([
    'the stack of each cluster makes its own',
    undefined,
  ]);
});

// Proves: backups.restore-objects
test('what controllers make is left out with all that belongs to it; what carries data is brought with its owner', () => {
  const set = object('replicasets.apps', 'apps/v1', 'ReplicaSet', 'shop/web-1', ownedBy(web));
  const pod = object('pods', 'v1', 'Pod', 'shop/web-1-a', ownedBy(set));
  const seen = object('ciliumendpoints.cilium.io', 'cilium.io/v2', 'Seen', 'shop/a', ownedBy(pod));
  const ofPod = object('configmaps', 'v1', 'ConfigMap', 'shop/of-pod', ownedBy(pod));
  const database = object('databases.example.org', 'example.org/v1', 'Database', 'shop/db');
  const password = object('secrets', 'v1', 'Secret', 'shop/db-password', ownedBy(database));
  const both = object('configmaps', 'v1', 'ConfigMap', 'shop/both', ownedBy(pod, database));
  const alone = 'belongs to an object that is left out';
  expect(reasons([web, set, pod, seen, ofPod, database, password, both])).toEqual([
    undefined,
    'whoever owns it makes it anew',
    'whoever owns it makes it anew',
    'is written by the pod network of each cluster itself',
    alone,
    undefined,
    undefined,
    undefined,
  ]);
});

// Proves: backups.restore-objects
test('an owner in another namespace is none, as the garbage collector sees it', () => {
  const there = object('configmaps', 'v1', 'ConfigMap', 'office/other');
  const own = object('storageclasses', 'storage.k8s.io/v1', 'StorageClass', 'own', ownedBy(there));
  const here = object('secrets', 'v1', 'Secret', 'shop/here', ownedBy(there));
  const fine = object('secrets', 'v1', 'Secret', 'shop/fine', ownedBy(own));
  expect(reasons([there, own, here, fine])).toEqual([
    undefined,
    undefined,
    'belongs to an object that the backup does not have',
    undefined,
  ]);
});

// Proves: backups.restore-objects
test('objects that own each other in a circle are brought, and nothing hangs', () => {
  const other = object('configmaps', 'v1', 'ConfigMap', 'shop/other', ownedBy(secret));
  const { ownerReferences } = ownedBy(other).metadata;
  const circle = {
    ...secret,
    manifest: { ...secret.manifest, metadata: { ...secret.manifest.metadata, ownerReferences } },
  };
  expect(reasons([circle, other])).toEqual([undefined, undefined]);
});

// Proves: backups.restore-objects
test('endpoints of Services with a selector are left out, those that people wrote are brought', () => {
  const followed = object('services', 'v1', 'Service', 'shop/web', {
    spec: { selector: { app: 'web' } },
  });
  const outside = object('services', 'v1', 'Service', 'shop/outside', { spec: {} });
  const endpoints = (path: string) => object('endpoints', 'v1', 'Endpoints', path);
  const slice = (name: string, by: string) =>
    object('endpointslices.discovery.k8s.io', 'discovery.k8s.io/v1', 'EndpointSlice', name, {
      metadata: { labels: { 'endpointslice.kubernetes.io/managed-by': by } },
    });
  const controllers = 'the controllers of the target make it anew';
  expect(
    reasons([
      followed,
      outside,
      endpoints('shop/web'),
      endpoints('shop/outside'),
      slice('shop/web-1', 'endpointslice-controller.k8s.io'),
      slice('shop/outside-1', 'endpointslicemirroring-controller.k8s.io'),
      slice('shop/outside-2', 'staff'),
    ]),
  ).toEqual([undefined, undefined, controllers, undefined, controllers, controllers, undefined]);
});

// Proves: backups.restore-objects
test('claims are brought when their volumes may be empty; what cannot be stopped is left out when nothing may run', () => {
  const claim = object('persistentvolumeclaims', 'v1', 'PersistentVolumeClaim', 'shop/data');
  expect(reasons([claim], { isEmptyVolumes: true })).toEqual([undefined]);
  const pod = object('pods', 'v1', 'Pod', 'shop/alone');
  const agent = object('daemonsets.apps', 'apps/v1', 'DaemonSet', 'shop/agent');
  const runs = 'runs as soon as it is there';
  expect(reasons([pod, agent, web], { isStopped: true })).toEqual([runs, runs, undefined]);
});

const admission = 'admissionregistration.k8s.io/v1';

function webhook(kind: string, clientConfig: object) {
  const webhooks = [{ name: 'a.example.org', clientConfig }];
  return object(`${kind.toLowerCase()}s`, admission, kind, kind.toLowerCase(), { webhooks });
}

// Proves: backups.restore-objects
test('when nothing may run, what would ask a stopped program about each request is left out', () => {
  const service = { name: 'judge', namespace: 'shop' };
  const apis = (name: string, spec: object) =>
    object('apiservices', 'apiregistration.k8s.io/v1', 'APIService', name, { spec });
  const all = [
    webhook('ValidatingWebhookConfiguration', { service }),
    webhook('MutatingWebhookConfiguration', { service }),
    webhook('ValidatingWebhookConfiguration', { url: 'https://judge.example.org' }),
    apis('v1.metrics.example.org', { service }),
    apis('v1.example.org', {}),
    object('policies', admission, 'ValidatingAdmissionPolicy', 'rules', { spec: {} }),
  ];
  const asks = 'asks a program that does not run, and may refuse everything until it does';
  expect(reasons(all, { isStopped: true })).toEqual([
    asks,
    asks,
    undefined,
    asks,
    undefined,
    undefined,
  ]);
  expect(reasons(all)).toEqual(all.map(() => undefined));
});
