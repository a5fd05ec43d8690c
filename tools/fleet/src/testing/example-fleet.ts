// SPDX-License-Identifier: Apache-2.0
import type { ComparedFleet } from '../change-model.ts';
import { compareFleet } from '../change/compare-fleet.ts';
import { commitAll } from './commits.ts';
import { TestRepository } from './test-repository.ts';

const racks = ['rack-a', 'rack-b', 'rack-c'] as const;

const network = {
  podCidrs: ['10.244.0.0/16'],
  serviceCidrs: ['10.96.0.0/16'],
  dnsServers: ['10.96.0.10'],
  api: { addresses: ['10.96.0.1'] },
};

function factsOf(hosts: number, prefix: string) {
  return {
    kubernetes: '1.35.4',
    hosts: Array.from({ length: hosts }, (_, index) => ({
      name: `${prefix}-${index}`,
      zone: racks[index % racks.length],
      cpu: 32,
      memoryGiB: 256,
    })),
    storageClasses: [{ name: 'ceph-block', provisioner: 'rbd.csi.ceph.com', default: true }],
    network,
  };
}

const planOf = (site: string) => ({
  site,
  pods: { ranges: ['10.128.0.0/13'], prefix: 16 },
  services: { ranges: ['172.16.0.0/16'], prefix: 20 },
  endpoints: { ranges: ['198.51.100.10-198.51.100.29'] },
  vlans: { bridge: 'br1', first: 400, last: 419 },
  tunnelPorts: { first: 8473, last: 8499 },
  mtu: 1450,
  infra: { pods: network.podCidrs, services: network.serviceCidrs },
});

const networkOf = (name: string, vlan: number) => ({ name, type: 'vlan', bridge: 'br1', vlan });

const platformOf = (release: string, ...networks: readonly object[]) => ({
  config: {
    'kubevirt-stack:release': release,
    'kubevirt-stack:kubevirt': { cpuAllocationRatio: 2 },
    'kubevirt-stack:storage': {
      className: 'ceph-block',
      accessModes: ['ReadWriteMany'],
      volumeMode: 'Block',
    },
    'kubevirt-stack:images': [
      {
        name: 'ubuntu-24-04',
        os: 'ubuntu',
        version: '24.04',
        sizeGiB: 20,
        registry: 'docker://registry.example.org/ubuntu:24.04',
      },
    ],
    'kubevirt-stack:metallb': {
      pools: [
        { name: 'endpoints', addresses: ['198.51.100.10-198.51.100.29'], autoAssign: false },
        { name: 'default', addresses: ['203.0.113.0-203.0.113.63'] },
      ],
    },
    'kubevirt-stack:networks': networks,
    'kubevirt-stack:flavors': ['standard'],
    'kubevirt-stack:userClusterDefaults': {
      network: { dns: { servers: ['198.51.100.53'] } },
    },
  },
});

/** Pool of a cluster of the example. */
interface Pool {
  readonly name: string;
  readonly replicas: number;
  readonly instancetype: string;
  /** Network of the platform in which its machines are, too. */
  readonly network?: string;
}

const rootDisk = { image: 'ubuntu-24-04', sizeGiB: 40 };

function clusterOf(index: number, controlPlane: string, pools: readonly Pool[]) {
  return {
    config: {
      'user-cluster:kubernetes': {
        version: '1.35.4',
        podCidr: `10.${128 + index}.0.0/16`,
        serviceCidr: `172.16.${16 * index}.0/20`,
      },
      'user-cluster:controlPlane': {
        instancetype: controlPlane,
        rootDisk,
        endpoint: { address: `198.51.100.${10 + index}` },
      },
      'user-cluster:pools': pools.map(({ network: shared, ...pool }) => ({
        ...pool,
        rootDisk,
        ...(shared !== undefined && {
          interfaces: [{ network: shared, addresses: 'none' }],
        }),
      })),
      'user-cluster:cni': { tunnelPort: 8473 + index },
    },
  };
}

const clusterFile = (environment: string, name: string) =>
  `stacks/user-cluster/Pulumi.${environment}.${name}.yaml`;

/** Clusters of the environment "production", before the change. */
const production = {
  bank: clusterOf(0, 'standard-4', [
    { name: 'core', replicas: 5, instancetype: 'standard-8', network: 'ledger' },
  ]),
  media: clusterOf(1, 'standard-4', [
    { name: 'encode', replicas: 7, instancetype: 'standard-8', network: 'storage' },
  ]),
  reports: clusterOf(2, 'standard-2', [
    { name: 'work', replicas: 4, instancetype: 'standard-4', network: 'ledger' },
  ]),
  search: clusterOf(3, 'standard-4', [{ name: 'index', replicas: 4, instancetype: 'standard-4' }]),
  shop: clusterOf(4, 'standard-4', [
    { name: 'web', replicas: 7, instancetype: 'standard-8', network: 'storage' },
    { name: 'batch', replicas: 4, instancetype: 'standard-4' },
  ]),
};

/** Clusters of the environment "staging", which the change leaves as they are. */
const staging = {
  shop: clusterOf(0, 'standard-2', [{ name: 'web', replicas: 3, instancetype: 'standard-4' }]),
};

const filesOf = (environment: string, clusters: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(clusters).map(([name, file]) => [clusterFile(environment, name), file] as const),
  );

const ledger = { plane: 'vlan', reason: 'the bank sends its closed days to the reports' };

/** Files of the example, by their paths. */
const files: Readonly<Record<string, object>> = {
  'stacks/rings.yaml': {
    rings: [
      { name: 'first', environments: ['staging'] },
      { name: 'last', environments: ['production'] },
    ],
  },
  'stacks/infra-facts/production.yaml': factsOf(6, 'prd'),
  'stacks/infra-facts/staging.yaml': factsOf(3, 'stg'),
  'stacks/address-plan/production.yaml': planOf('hall-1'),
  'stacks/address-plan/staging.yaml': planOf('hall-2'),
  'stacks/capacity/production.yaml': { hostLoss: 1, cpuOvercommit: 2, freeMemoryPercent: 10 },
  'stacks/kubevirt-stack/Pulumi.production.yaml': platformOf(
    'v1.8',
    networkOf('ledger', 100),
    networkOf('storage', 101),
  ),
  'stacks/kubevirt-stack/Pulumi.staging.yaml': platformOf('v1.9'),
  'stacks/isolation/production.yaml': {
    intended: [
      { from: 'bank', to: 'reports', ...ledger },
      { from: 'reports', to: 'bank', ...ledger },
    ],
  },
  ...filesOf('production', production),
  ...filesOf('staging', staging),
};

type Pools = Record<string, unknown>[];

/** Changes the first pool of a cluster of the environment "production". */
function changePool(repository: TestRepository, cluster: string, keys: object): void {
  repository.change(clusterFile('production', cluster), (config) => {
    Object.assign((config['user-cluster:pools'] as Pools)[0] ?? {}, keys);
  });
}

/**
 * Returns the fleet that the pictures of the documentation show, with before and after of a change.
 * It is made of the files above alone and has nothing that depends on the day, so that neither an
 * edit under the repository's `stacks` nor time changes it.
 */
export function exampleFleet(): ComparedFleet & Required<Pick<ComparedFleet, 'change'>> {
  using repository = new TestRepository();
  repository.remove('stacks');
  for (const [file, content] of Object.entries(files)) repository.write(file, content);
  const base = commitAll(repository.root);
  changePool(repository, 'shop', { replicas: 9 });
  changePool(repository, 'search', { instancetype: 'standard-8' });
  commitAll(repository.root);
  const { change, ...fleet } = compareFleet(repository.root, { base, head: 'HEAD' });
  if (change === undefined) throw new Error('the example has no change');
  // Commits have other names each time.
  const names = { base: 'main', head: 'larger-shop', from: '4d1c0b72e9', to: '9b2ea61f03' };
  return { ...fleet, change: { ...change, ...names } };
}
