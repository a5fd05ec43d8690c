// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import type { KubernetesObject } from '@strata/manifests';
import { testConfig } from '../../test-context.ts';
import type { Change } from '../../test-context.ts';
import { renderCni } from './index.ts';
import { apiClients, cniSettings } from './cni-settings.ts';

const manifest = loadManifest('cilium', releases[0].tenant.cilium.version);

interface Workload extends KubernetesObject {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
      };
    };
  };
}

interface Container {
  readonly name: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

const render = (change: Change = {}) => renderCni(manifest, testConfig(change)).objects;

const find = (objects: readonly KubernetesObject[], kind: string, name: string) =>
  objects.find((one) => one.kind === kind && one.metadata.name === name);

const dataOf = (objects: readonly KubernetesObject[]) =>
  find(objects, 'ConfigMap', 'cilium-config')?.data as Record<string, string>;

/** Returns the agents' settings that a change of the configuration changes. */
function changed(change: Change) {
  const before = dataOf(manifest.objects);
  return Object.fromEntries(
    Object.entries(dataOf(render(change))).filter(([key, value]) => before[key] !== value),
  );
}

const workloads = (objects: readonly KubernetesObject[]) =>
  objects.filter(({ kind }) => kind === 'DaemonSet' || kind === 'Deployment') as Workload[];

// Proves: cluster-networks.cni, cluster-networks.node-local-dns
test('the locked manifest fits a cluster in a cluster: its own tunnel port, no random content, no custom resource definitions', () => {
  expect(dataOf(manifest.objects)).toMatchObject({
    'routing-mode': 'tunnel',
    'tunnel-protocol': 'vxlan',
    'tunnel-port': '8473',
    ipam: 'kubernetes',
    'k8s-require-ipv4-pod-cidr': 'true',
    'kube-proxy-replacement': 'false',
    'enable-hubble': 'false',
    'exclude-local-address': '169.254.20.10/32',
  });
  expect(manifest.objects.map(({ kind }) => kind).sort()).toEqual([
    'ClusterRole',
    'ClusterRole',
    'ClusterRoleBinding',
    'ClusterRoleBinding',
    'ConfigMap',
    'DaemonSet',
    'Deployment',
    'Role',
    'RoleBinding',
    'ServiceAccount',
    'ServiceAccount',
  ]);
});

test('every setting that differs from cluster to cluster is a setting of Cilium', () => {
  const optional = ['mtu', 'kube-proxy-replacement-healthz-bind-address'];
  const known = [...Object.keys(dataOf(manifest.objects)), ...optional];
  expect(cniSettings.map(({ key }) => key).filter((key) => !known.includes(key))).toEqual([]);
});

test('every container that needs the API server is in the manifest', () => {
  for (const { kind, name, containers } of apiClients) {
    const { spec } = find(manifest.objects, kind, name) as Workload;
    const all = [...spec.template.spec.containers, ...(spec.template.spec.initContainers ?? [])];
    expect(all.map((one) => one.name)).toEqual(expect.arrayContaining([...containers]));
  }
});

// Proves: cluster-networks.cni
test.each<[Change, Record<string, string>]>([
  [{}, {}],
  [{ cni: { tunnelPort: 9000 } }, { 'tunnel-port': '9000' }],
  [{ cni: { policyEnforcement: 'always' } }, { 'enable-policy': 'always' }],
  [{ cni: { mtu: 1400 } }, { mtu: '1450' }],
  [{ network: { mtu: 1450 } }, { mtu: '1450' }],
  [{ cni: { mtu: 1300 }, network: { mtu: 1450 } }, { mtu: '1350' }],
  [
    { cni: { kubeProxyReplacement: true } },
    { 'kube-proxy-replacement': 'true', 'kube-proxy-replacement-healthz-bind-address': '' },
  ],
])('%j changes these settings, and no others', (change, settings) => {
  expect(changed(change)).toEqual(settings);
});

// Proves: cluster-networks.cni
test('without kube-proxy, containers that need the API server get its address', () => {
  const told = workloads(render({ cni: { kubeProxyReplacement: true } })).flatMap(
    ({ metadata, spec: { template } }) =>
      [...template.spec.containers, ...(template.spec.initContainers ?? [])].flatMap((one) =>
        (one.env ?? [])
          .filter(({ name }) => name.startsWith('KUBERNETES_SERVICE_'))
          .map(({ name, value }) => [metadata.name, one.name, name, value]),
      ),
  );
  const rows = [
    ['cilium', 'cilium-agent'],
    ['cilium', 'config'],
    ['cilium', 'clean-cilium-state'],
    ['cilium-operator', 'cilium-operator'],
  ];
  expect(told).toEqual(
    rows.flatMap((row) => [
      [...row, 'KUBERNETES_SERVICE_HOST', '203.0.113.2'],
      [...row, 'KUBERNETES_SERVICE_PORT', '6443'],
    ]),
  );
});

test('agents start anew when their settings change, and only then', () => {
  const checksums = (change: Change) =>
    workloads(render(change)).map(
      ({ spec }) => spec.template.metadata.annotations['strata.dev/checksum'],
    );
  const [first] = checksums({});
  expect(checksums({ storage: { snapshots: true } })).toEqual([first, first]);
  expect(checksums({ cni: { mtu: 1400 } })).not.toContain(first);
});

test('nothing else of the locked manifest changes', () => {
  const others = (objects: readonly KubernetesObject[]) =>
    objects.filter(({ kind }) => !['ConfigMap', 'DaemonSet', 'Deployment'].includes(kind));
  expect(others(render({ cni: { tunnelPort: 9000 } }))).toEqual(others(manifest.objects));
});

/** A small manifest with every shape that rendering looks at; a workload of another name too. */
const workload = (kind: string, name: string, spec: object, metadata: object = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, labels: { of: name } },
  spec: { replicas: 1, template: { metadata, spec } },
});

const small = {
  ...manifest,
  objects: [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cilium-config' }, data: { a: 'b' } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' }, data: { a: 'b' } },
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 'cilium-config' }, data: { a: 'b' } },
    workload(
      'DaemonSet',
      'cilium',
      {
        hostNetwork: true,
        containers: [
          { name: 'cilium-agent', image: 'agent', env: [{ name: 'A', value: 'b' }] },
          { name: 'other', image: 'other' },
        ],
        initContainers: [{ name: 'config', image: 'config' }, { name: 'mount' }],
      },
      { annotations: { kept: 'yes' }, labels: { kept: 'yes' } },
    ),
    workload('DaemonSet', 'cilium-operator', {
      containers: [{ name: 'cilium-operator' }, { name: 'cilium-agent' }],
    }),
    workload('Deployment', 'cilium-operator', { containers: [{ name: 'cilium-operator' }] }),
  ],
};

// Proves: cluster-networks.cni
test('what rendering adds to a manifest is exactly this, and all else stays', () => {
  const config = testConfig({ cni: { kubeProxyReplacement: true } });
  const { objects, ...rest } = renderCni(small, config);
  const { objects: before, ...restBefore } = small;
  const checksum = (objects[3] as Workload).spec.template.metadata.annotations[
    'strata.dev/checksum'
  ];
  expect(checksum).toMatch(/^[0-9a-f]{16}$/);
  const annotations = { 'strata.dev/checksum': checksum };
  const env = [
    { name: 'KUBERNETES_SERVICE_HOST', value: '203.0.113.2' },
    { name: 'KUBERNETES_SERVICE_PORT', value: '6443' },
  ];
  expect(rest).toEqual(restBefore);
  expect(objects).toStrictEqual([
    {
      ...before[0],
      data: {
        a: 'b',
        'tunnel-port': '8473',
        'enable-policy': 'default',
        'kube-proxy-replacement': 'true',
        'kube-proxy-replacement-healthz-bind-address': '',
      },
    },
    before[1],
    before[2],
    workload(
      'DaemonSet',
      'cilium',
      {
        hostNetwork: true,
        containers: [
          { name: 'cilium-agent', image: 'agent', env: [{ name: 'A', value: 'b' }, ...env] },
          { name: 'other', image: 'other' },
        ],
        initContainers: [{ name: 'config', image: 'config', env }, { name: 'mount' }],
      },
      { annotations: { kept: 'yes', ...annotations }, labels: { kept: 'yes' } },
    ),
    workload(
      'DaemonSet',
      'cilium-operator',
      { containers: [{ name: 'cilium-operator' }, { name: 'cilium-agent' }] },
      { annotations },
    ),
    workload(
      'Deployment',
      'cilium-operator',
      { containers: [{ name: 'cilium-operator', env }] },
      { annotations },
    ),
  ]);
});

test('agents read ConfigMaps alone: what else has data does not start them anew', () => {
  const checksum = (data: object) => {
    const other = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'other' }, data };
    const objects = [...small.objects, other];
    const [agent] = workloads(renderCni({ ...small, objects }, testConfig({})).objects);
    return agent?.spec.template.metadata.annotations['strata.dev/checksum'];
  };
  expect(checksum({ a: 'b' })).toBe(checksum({ a: 'c' }));
});

// Proves: cluster-networks.cni
test('with kube-proxy, workloads get nothing but the checksum', () => {
  const [, , , agent, ...others] = renderCni(small, testConfig({})).objects as Workload[];
  const [, , , agentBefore, ...othersBefore] = small.objects as unknown as Workload[];
  expect(agent?.spec.template.spec).toEqual(agentBefore?.spec.template.spec);
  expect(others.map((one) => one.spec.template.spec)).toEqual(
    othersBefore.map((one) => one.spec.template.spec),
  );
});
