// SPDX-License-Identifier: Apache-2.0
import { cleanManifest } from './clean-manifest.ts';
import type { Manifest } from './manifest.ts';

const here = { isElsewhere: false, isStopped: false };
const elsewhere = { ...here, isElsewhere: true };
const stopped = { ...here, isStopped: true };

function manifest(apiVersion: string, kind: string, fields: object, metadata = {}): Manifest {
  return { apiVersion, kind, metadata: { namespace: 'shop', name: 'web', ...metadata }, ...fields };
}

const named = { namespace: 'shop', name: 'web' };

// Proves: backups.restore-objects
test('what servers and controllers set is taken away, and what people set stays', () => {
  const found = {
    ...manifest('v1', 'ConfigMap', { data: { a: 'b' }, immutable: true, status: { any: 1 } }),
    metadata: {
      ...named,
      uid: 'u',
      resourceVersion: '7',
      generation: 3,
      creationTimestamp: '2026-05-01T00:00:00Z',
      managedFields: [{}],
      finalizers: ['example.org/wait'],
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'o' }],
      labels: { app: 'web', 'controller-uid': 'u' },
      annotations: { mine: '1', 'deployment.kubernetes.io/revision': '4' },
    },
  };
  const before = structuredClone(found);
  expect(cleanManifest(found, here)).toEqual({
    manifest: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      data: { a: 'b' },
      immutable: true,
      metadata: { ...named, labels: { app: 'web' }, annotations: { mine: '1' } },
    },
    remarks: [],
  });
  expect(found).toEqual(before);
});

const ports = [{ port: 80, nodePort: 30_080 }];

// Proves: backups.restore-objects
test.each([
  [
    'a balancer in the same cluster keeps the address that it asks for',
    here,
    {
      type: 'LoadBalancer',
      clusterIP: '10.1.0.7',
      clusterIPs: ['10.1.0.7'],
      ports,
      healthCheckNodePort: 31_000,
      loadBalancerIP: '192.0.2.7',
    },
    { type: 'LoadBalancer', ports: [{ port: 80 }], loadBalancerIP: '192.0.2.7' },
    [],
  ],
  [
    'a balancer in another one does not',
    elsewhere,
    { type: 'LoadBalancer', ports, loadBalancerIP: '192.0.2.7', externalIPs: ['192.0.2.8'] },
    { type: 'LoadBalancer', ports: [{ port: 80 }] },
    ["without loadBalancerIP and externalIPs: that address may still be the former cluster's"],
  ],
  [
    'a port of nodes is what people have told others',
    elsewhere,
    { type: 'NodePort', clusterIP: '10.1.0.7', ports },
    { type: 'NodePort', ports },
    [],
  ],
  [
    'a Service without an address stays one',
    here,
    { clusterIP: 'None', clusterIPs: ['None'], ports: [{ port: 80 }] },
    { clusterIP: 'None', clusterIPs: ['None'], ports: [{ port: 80 }] },
    [],
  ],
])('of Services, %s', (_case, options, spec, expected, remarks) => {
  expect(cleanManifest(manifest('v1', 'Service', { spec }), options)).toEqual({
    manifest: { apiVersion: 'v1', kind: 'Service', metadata: named, spec: expected },
    remarks,
  });
});

const setBy = (spec: object) => ({
  managedFields: [
    { manager: 'kubectl-edit', fieldsV1: { 'f:metadata': { 'f:labels': {} } } },
    { manager: 'kubectl-create', fieldsV1: { 'f:spec': spec } },
  ],
});

// Proves: backups.restore-objects
test('of node ports of a balancer, those stay that people have chosen', () => {
  const spec = {
    type: 'LoadBalancer',
    healthCheckNodePort: 31_000,
    ports: [
      { port: 80, protocol: 'TCP', nodePort: 30_080 },
      { port: 53, protocol: 'TCP', nodePort: 30_053 },
      { port: 53, protocol: 'UDP', nodePort: 30_054 },
    ],
  };
  const web = { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:nodePort': {} } };
  const dns = {
    'k:{"port":53,"protocol":"TCP"}': { 'f:port': {} },
    'k:{"port":53,"protocol":"UDP"}': { 'f:nodePort': {}, 'f:port': {} },
  };
  const specOf = (fields: object, options = here) =>
    cleanManifest(manifest('v1', 'Service', { spec }, setBy(fields)), options).manifest.spec;
  const ports = [
    { port: 80, protocol: 'TCP', nodePort: 30_080 },
    { port: 53, protocol: 'TCP' },
    { port: 53, protocol: 'UDP', nodePort: 30_054 },
  ];
  const chosen = { 'f:type': {}, 'f:ports': { '.': {}, ...web, ...dns } };
  expect(specOf(chosen)).toEqual({ type: 'LoadBalancer', ports });
  expect(specOf(chosen, elsewhere)).toEqual({ type: 'LoadBalancer', ports });
  expect(specOf({ 'f:healthCheckNodePort': {} })).toEqual({
    type: 'LoadBalancer',
    healthCheckNodePort: 31_000,
    ports: spec.ports.map(({ port, protocol }) => ({ port, protocol })),
  });
});

// Proves: backups.restore-objects
test('the annotation by which MetalLB is asked for an address goes, others stay', () => {
  const annotations = { 'metallb.io/loadBalancerIPs': '192.0.2.7' };
  const service = manifest('v1', 'Service', { spec: {} }, { annotations });
  expect(cleanManifest(service, elsewhere)).toEqual({
    manifest: { apiVersion: 'v1', kind: 'Service', metadata: named, spec: {} },
    remarks: ["without metallb.io/loadBalancerIPs: that address may still be the former cluster's"],
  });
  const both = { ...annotations, mine: '1' };
  const other = manifest('v1', 'Service', { spec: {} }, { annotations: both });
  expect(cleanManifest(other, elsewhere).manifest.metadata.annotations).toEqual({ mine: '1' });
  expect(cleanManifest(other, here).manifest.metadata.annotations).toEqual(both);
});

// Proves: backups.restore-objects
test('a pod goes to any machine, with a token of its own', () => {
  const token = { name: 'kube-api-access-x7', mountPath: '/var/run/secrets' };
  const data = { name: 'data', mountPath: '/data' };
  const pod = manifest('v1', 'Pod', {
    spec: {
      nodeName: 'web-0',
      priority: 0,
      preemptionPolicy: 'PreemptLowerPriority',
      serviceAccountName: 'web',
      ephemeralContainers: [{ name: 'debug' }],
      initContainers: [{ name: 'init', volumeMounts: [token] }],
      containers: [{ name: 'web', volumeMounts: [data, token] }],
      volumes: [{ name: 'data' }, { name: 'kube-api-access-x7' }],
    },
    status: { phase: 'Running' },
  });
  expect(cleanManifest(pod, here).manifest).toEqual({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: named,
    spec: {
      serviceAccountName: 'web',
      initContainers: [{ name: 'init' }],
      containers: [{ name: 'web', volumeMounts: [data] }],
      volumes: [{ name: 'data' }],
    },
  });
});

// Proves: backups.restore-objects
test('a Job gets a selector of its own, unless people chose one', () => {
  const labels = { 'controller-uid': 'u', 'batch.kubernetes.io/controller-uid': 'u', app: 'x' };
  const spec = { selector: { matchLabels: labels }, template: { metadata: { labels } } };
  const clean = cleanManifest(manifest('batch/v1', 'Job', { spec }), here).manifest;
  expect(clean.spec).toEqual({ template: { metadata: { labels: { app: 'x' } } } });
  const manual = { ...spec, manualSelector: true };
  expect(cleanManifest(manifest('batch/v1', 'Job', { spec: manual }), here).manifest.spec).toEqual(
    manual,
  );
});

// Proves: backups.restore-objects
test.each([
  ['apps/v1', 'Deployment', { replicas: 3 }, { replicas: 0 }, '3', ['0 replicas instead of 3']],
  ['apps/v1', 'StatefulSet', {}, { replicas: 0 }, '1', ['0 replicas instead of 1']],
  ['apps/v1', 'Deployment', { replicas: 0 }, { replicas: 0 }, undefined, []],
  ['batch/v1', 'CronJob', { suspend: false }, { suspend: true }, undefined, ['suspended']],
  ['batch/v1', 'CronJob', { suspend: true }, { suspend: true }, undefined, []],
  ['batch/v1', 'Job', { template: {} }, { template: {}, suspend: true }, undefined, ['suspended']],
])(
  'when nothing may run, %s %s with %j does not',
  (version, kind, spec, expected, replicas, remarks) => {
    const annotations =
      replicas === undefined ? undefined : { 'strata.dev/replicas-of-backup': replicas };
    const clean = cleanManifest(manifest(version, kind, { spec }), stopped);
    expect(clean.manifest.spec).toEqual(expected);
    expect(clean.manifest.metadata.annotations).toEqual(annotations);
    expect(clean.remarks).toEqual(remarks);
    expect(cleanManifest(manifest(version, kind, { spec }), here).manifest.spec).toEqual(spec);
  },
);

// Proves: backups.restore-objects
test('a Secret with a token waits for a new one; other Secrets stay as they are', () => {
  const data = { token: 'b2xk', 'ca.crt': 'Y2E=', namespace: 'c2hvcA==', extra: 'eA==' };
  const annotations = {
    'kubernetes.io/service-account.name': 'web',
    'kubernetes.io/service-account.uid': 'u',
  };
  const type = 'kubernetes.io/service-account-token';
  expect(cleanManifest(manifest('v1', 'Secret', { type, data }, { annotations }), here)).toEqual({
    manifest: {
      apiVersion: 'v1',
      kind: 'Secret',
      type,
      data: { extra: 'eA==' },
      metadata: { ...named, annotations: { 'kubernetes.io/service-account.name': 'web' } },
    },
    remarks: ['a new token, for the former one names a ServiceAccount that is gone'],
  });
  const filled = { token: data.token };
  const own = cleanManifest(manifest('v1', 'Secret', { type, data: filled }), here).manifest;
  expect(own).not.toHaveProperty('data');
  expect(
    cleanManifest(manifest('v1', 'Secret', { type: 'Opaque', data }), here).manifest.data,
  ).toEqual(data);
});

// Proves: backups.restore-objects
test('a claim asks for a volume of its own; a namespace and an aggregated role have nothing that controllers fill', () => {
  const spec = {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'kubevirt',
    volumeName: 'pvc-1',
    dataSource: { kind: 'VolumeSnapshot', name: 's' },
    dataSourceRef: { kind: 'VolumeSnapshot', name: 's' },
  };
  const annotations = {
    'pv.kubernetes.io/bind-completed': 'yes',
    'volume.kubernetes.io/selected-node': 'web-0',
  };
  const claim = manifest('v1', 'PersistentVolumeClaim', { spec }, { annotations });
  expect(cleanManifest(claim, here)).toEqual({
    manifest: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: named,
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'kubevirt' },
    },
    remarks: ['a new, empty volume'],
  });
  const namespace = manifest('v1', 'Namespace', { spec: { finalizers: ['kubernetes'] } });
  expect(cleanManifest(namespace, here).manifest.spec).toBeUndefined();
  const role = { aggregationRule: { clusterRoleSelectors: [] }, rules: [{ verbs: ['get'] }] };
  const aggregated = manifest('rbac.authorization.k8s.io/v1', 'ClusterRole', role);
  expect(cleanManifest(aggregated, here).manifest).not.toHaveProperty('rules');
});
