// SPDX-License-Identifier: Apache-2.0
import type { PolicySpec } from './policy-peers.ts';
import { renderIsolation } from './render-isolation.ts';
import type { IsolationContext } from './render-isolation.ts';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';

/** Address of the infra cluster's API. */
const knownApi = { addresses: ['10.96.0.1', '10.0.0.11'], ports: [443, 6443] };

type InfraApi = NonNullable<IsolationContext['infraApi']> | 'unknown';

/** Policies of all clusters, and the namespaces that they refer to. */
export interface World {
  readonly namespaces: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly policies: readonly { readonly namespace: string; readonly spec: PolicySpec }[];
}

interface Pod {
  readonly namespace: string;
  readonly address: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly nodeAddresses?: readonly string[];
}

/** A pod, or the address of something else. */
type End = string | Pod;

/** Returns all policies of one cluster. */
export const policiesOf = (
  cluster: string,
  change: Change,
  infraApi: InfraApi = knownApi,
): World['policies'] =>
  Object.values(
    renderIsolation({
      ...testContext(change, {}, cluster),
      ...(infraApi === 'unknown' ? {} : { infraApi }),
    }),
  ).map((spec) => ({
    namespace: `cluster-${cluster}`,
    spec,
  }));

const namespaces = Object.fromEntries(
  ['cluster-red', 'cluster-blue', 'kube-system', 'cdi', 'images', 'monitoring', 'apps'].map(
    (name) => [name, { 'kubernetes.io/metadata.name': name }],
  ),
);

const endpointOf = (address: string) => ({
  controlPlane: {
    instancetype: 'standard-2',
    rootDisk: { image: 'ubuntu', sizeGiB: 20 },
    endpoint: { address },
  },
});

/** Returns two clusters side by side; `red` changes the first, and `blue` the second. */
export const world = (
  red: Change = {},
  blue: Change = {},
  infraApi: InfraApi = knownApi,
): World => ({
  namespaces,
  policies: [
    ...policiesOf('red', { ...endpointOf('203.0.113.2'), ...red }, infraApi),
    ...policiesOf('blue', { ...endpointOf('203.0.113.3'), ...blue }, infraApi),
  ],
});

const pod = (
  namespace: string,
  address: string,
  labels: Readonly<Record<string, string>> = {},
): Pod => ({ namespace, address, labels });

const machine = (cluster: string, role: string, address: string, nodeAddress?: string) => ({
  ...pod(`cluster-${cluster}`, address, {
    'kubevirt.io': 'virt-launcher',
    'cluster.x-k8s.io/cluster-name': cluster,
    'cluster.x-k8s.io/role': role,
  }),
  ...(nodeAddress !== undefined && { nodeAddresses: [nodeAddress] }),
});

const component = (cluster: string, name: string, address: string) =>
  pod(`cluster-${cluster}`, address, { 'strata.dev/component': name });

/** Everything that may connect; names of parts of a cluster begin with the cluster's name. */
export const ends = {
  redCp: machine('red', 'control-plane', '10.244.1.10'),
  redWorker: machine('red', 'worker', '10.244.2.11', '10.0.0.13'),
  redWorker2: machine('red', 'worker', '10.244.3.12'),
  redCcm: component('red', 'cloud-controller-manager', '10.244.1.20'),
  redCsi: component('red', 'csi-controller', '10.244.1.21'),
  redBastion: component('red', 'ssh-bastion', '10.244.1.22'),
  redImporter: pod('cluster-red', '10.244.1.30', { 'cdi.kubevirt.io': 'importer' }),
  redUpload: pod('cluster-red', '10.244.1.31', { 'cdi.kubevirt.io': 'cdi-upload-server' }),
  redCloneSource: pod('cluster-red', '10.244.1.33', { 'cdi.kubevirt.io': 'cdi-clone-source' }),
  redHotplug: pod('cluster-red', '10.244.1.32', { 'kubevirt.io': 'hotplug-disk' }),
  blueCp: machine('blue', 'control-plane', '10.244.1.110'),
  blueWorker: machine('blue', 'worker', '10.244.2.111'),
  blueCsi: component('blue', 'csi-controller', '10.244.1.121'),
  blueImporter: pod('cluster-blue', '10.244.1.130', { 'cdi.kubevirt.io': 'importer' }),
  kubeDns: pod('kube-system', '10.244.0.2', { 'k8s-app': 'kube-dns' }),
  metallb: pod('kube-system', '10.244.0.3', { app: 'metallb' }),
  cdi: pod('cdi', '10.244.0.4', { app: 'containerized-data-importer' }),
  imageSender: pod('images', '10.244.0.5', { 'cdi.kubevirt.io': 'cdi-clone-source' }),
  prometheus: pod('monitoring', '10.244.0.6', { 'app.kubernetes.io/name': 'prometheus' }),
  grafana: pod('monitoring', '10.244.0.7', { 'app.kubernetes.io/name': 'grafana' }),
  otherApp: pod('apps', '10.244.0.8'),
  dnsService: '10.96.0.10',
  infraApiService: '10.96.0.1',
  infraHost: '10.0.0.11',
  otherHost: '10.0.0.12',
  redWorkersHost: '10.0.0.13',
  redEndpoint: '203.0.113.2',
  blueEndpoint: '203.0.113.3',
  blueLoadBalancer: '203.0.113.9',
  metadata: '169.254.169.254',
  nodeLocalDns: '169.254.20.10',
  office: '192.168.7.7',
  privateRegistry: '10.20.0.5',
  internet: '198.51.100.20',
  publicDns: '8.8.8.8',
} satisfies Readonly<Record<string, End>>;
/** Name of one end of a connection. */
export type Name = keyof typeof ends;

/** Protocol and port, such as `tcp/6443`. */
export type Port = `${'tcp' | 'udp'}/${number}`;

/** One port of every kind: those of Kubernetes, of its networks, and others. */
export const portClasses: readonly Port[] = [
  'tcp/22',
  'tcp/53',
  'udp/53',
  'tcp/80',
  'udp/123',
  'tcp/179',
  'tcp/443',
  'tcp/2222',
  'tcp/2379',
  'tcp/2380',
  'tcp/4240',
  'tcp/5000',
  'tcp/6443',
  'udp/8472',
  'udp/8473',
  'tcp/8443',
  'tcp/9100',
  'tcp/10250',
  'tcp/10257',
  'tcp/10259',
  'tcp/30000',
  'udp/32767',
  'tcp/65535',
];
