// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import { createTree } from '@nx/devkit/testing';
import { generateUserCluster } from '@strata/nx-pulumi';
import type { FileSource } from '@strata/contracts/file-source';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

/** The choices that generated environments differ in; everything else is derived from them. */
export interface EnvironmentChoice {
  readonly release: 'v1.7' | 'v1.8' | 'v1.9';
  readonly hosts: number;
  readonly hostCpu: number;
  readonly storage: 'shared' | 'single';
  readonly flavors: readonly ('high-density' | 'high-performance')[];
  readonly mirror: boolean;
  readonly bound: boolean;
  readonly clusters: readonly ClusterChoice[];
}

/** The choices that generated clusters differ in. */
export interface ClusterChoice {
  readonly kubernetes: '1.34.4' | '1.35.4';
  readonly workers: number;
  readonly size: 'standard-2' | 'standard-4' | 'standard-8';
  readonly vlan: boolean;
  /** Whether etcd is backed up. */
  readonly backup: boolean;
  /** Whether a person is its administrator. */
  readonly administrator: boolean;
  /** Whether Flux keeps it as a Git repository says. */
  readonly delivery: boolean;
}

const cluster: fc.Arbitrary<ClusterChoice> = fc.record({
  kubernetes: fc.constantFrom('1.34.4', '1.35.4'),
  workers: fc.integer({ min: 0, max: 5 }),
  size: fc.constantFrom('standard-2', 'standard-4', 'standard-8'),
  vlan: fc.boolean(),
  backup: fc.boolean(),
  administrator: fc.boolean(),
  delivery: fc.boolean(),
});

/** Generates valid environments, which no policy or gate may object to. */
export const environments: fc.Arbitrary<EnvironmentChoice> = fc.record({
  release: fc.constantFrom('v1.7', 'v1.8', 'v1.9'),
  hosts: fc.integer({ min: 4, max: 12 }),
  hostCpu: fc.constantFrom(32, 64, 128),
  storage: fc.constantFrom('shared', 'single'),
  flavors: fc.subarray(['high-density', 'high-performance'] as const),
  mirror: fc.boolean(),
  bound: fc.boolean(),
  clusters: fc.array(cluster, { minLength: 1, maxLength: 3 }),
});

const name = 'lab';
const range = '10.0.8.10-10.0.8.99';
const mirror = 'registry.example.org:5000/mirror';

function infraFacts({ hostCpu, hosts, release, storage }: EnvironmentChoice) {
  return {
    kubernetes: release === 'v1.7' ? '1.34.4' : '1.35.4',
    hosts: Array.from({ length: hosts }, (_, index) => ({
      name: `h${index}`,
      zone: `z${index % 3}`,
      cpu: hostCpu,
      memoryGiB: hostCpu * 8,
    })),
    storageClasses: [
      {
        name: 'block',
        provisioner: 'rbd.csi.ceph.com',
        default: true,
        snapshotClasses: storage === 'shared' ? ['block'] : [],
      },
    ],
    network: {
      podCidrs: ['10.244.0.0/16'],
      serviceCidrs: ['10.96.0.0/16'],
      dnsServers: ['10.96.0.10'],
      api: { addresses: ['10.96.0.1', '10.0.0.10'] },
    },
  };
}

const addressPlan = {
  pods: { ranges: ['10.128.0.0/10'], prefix: 18 },
  services: { ranges: ['172.16.0.0/14'], prefix: 20 },
  endpoints: { ranges: [range] },
  vlans: { bridge: 'br1', first: 200, last: 299 },
  tunnelPorts: { first: 8473, last: 8999 },
  mtu: 1500,
  nodes: { ranges: ['10.0.0.0/21'] },
  infra: { pods: ['10.244.0.0/16'], services: ['10.96.0.0/16'] },
};

function platform({ bound, flavors, mirror: mirrored, release, storage }: EnvironmentChoice) {
  const pools = [
    { name: 'default', addresses: [range], autoAssign: false },
    ...(bound ? [{ name: 'own', addresses: ['10.0.9.0/28'], boundTo: 'c0' }] : []),
  ];
  const needs = flavors.includes('high-performance') ? ['CPUManager'] : [];
  const config = {
    release,
    kubevirt: {
      cpuAllocationRatio: 4,
      featureGates: needs,
      ...(flavors.includes('high-density') && { ksm: { nodeSelector: {} } }),
    },
    ...(mirrored && { registryMirror: mirror }),
    storage: {
      className: 'block',
      accessModes: [storage === 'shared' ? 'ReadWriteMany' : 'ReadWriteOnce'],
      volumeMode: storage === 'shared' ? 'Block' : 'Filesystem',
    },
    images: [
      {
        name: 'ubuntu',
        os: 'ubuntu',
        version: '24.04',
        sizeGiB: 20,
        registry: 'docker://quay.io/containerdisks/ubuntu:24.04',
      },
    ],
    metallb: { pools },
    userClusterDefaults: { network: { dns: { servers: ['10.96.0.10'] } } },
    flavors: ['standard', ...flavors],
  };
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [`kubevirt-stack:${key}`, value]),
  );
}

const runbook = fileURLToPath(new URL('../../../../docs/runbooks/offline.md', import.meta.url));

/** Returns the settings of the policies that the runbook names for an environment with a mirror. */
function settingsOfRunbook(): Readonly<Record<string, object>> {
  const [, json = '{}'] = /```json\n(.*?)```/s.exec(readFileSync(runbook, 'utf8')) ?? [];
  return JSON.parse(json) as Readonly<Record<string, object>>;
}

function policies({ bound, hostCpu, mirror: mirrored }: EnvironmentChoice) {
  const own = { own: { addresses: ['10.0.9.0/28'], boundTo: 'c0' } };
  return {
    'load-balancer-in-pool': { pools: { default: { addresses: [range] }, ...(bound && own) } },
    'fits-a-host': { hosts: [{ cpus: hostCpu, memoryGiB: hostCpu * 8 }], cpuAllocationRatio: 4 },
    ...(mirrored && settingsOfRunbook()),
  };
}

const flux = { url: 'https://git.example.org/shop/cluster.git', ref: { branch: 'main' } };

/** The choices for which the generator has no option. */
type OwnKey = 'administrator' | 'backup' | 'delivery';

/** Adds to the file of a cluster the keys that the generator does not write. */
function addKeys(
  tree: Tree,
  file: string,
  { administrator, backup, delivery }: Pick<ClusterChoice, OwnKey>,
): void {
  const { config } = parse(tree.read(file, 'utf8') ?? '') as { config: Record<string, object> };
  const people = { kubeconfigs: [{ name: 'ann', role: 'cluster-admin' }] };
  const key = 'user-cluster:kubernetes';
  const more = {
    ...(administrator && { [key]: { ...config[key], ...people } }),
    ...(backup && { 'user-cluster:backup': { target: { volume: { sizeGiB: 10 } } } }),
    ...(delivery && { 'user-cluster:delivery': { flux } }),
  };
  tree.write(file, stringify({ config: { ...config, ...more } }));
}

function sourceOf(tree: Tree): FileSource {
  return {
    list: (folder) => tree.children(folder).sort(),
    read: (file) => tree.read(file, 'utf8') ?? undefined,
  };
}

/**
 * Returns the files of an environment; its clusters are made by the generator from its address
 * plan.
 */
export function environmentFiles(choice: EnvironmentChoice): FileSource {
  const tree = createTree();
  tree.write(`stacks/infra-facts/${name}.yaml`, stringify(infraFacts(choice)));
  tree.write(`stacks/address-plan/${name}.yaml`, stringify(addressPlan));
  tree.write(`stacks/kubevirt-stack/Pulumi.${name}.yaml`, stringify({ config: platform(choice) }));
  tree.write(`stacks/policies/${name}.json`, JSON.stringify(policies(choice)));
  for (const [index, choices] of choice.clusters.entries()) {
    const { administrator, backup, delivery, size, ...options } = choices;
    const cluster = `c${index}`;
    generateUserCluster(tree, {
      ...options,
      environment: name,
      name: cluster,
      instancetype: size,
    });
    const file = `stacks/user-cluster/Pulumi.${name}.${cluster}.yaml`;
    addKeys(tree, file, { administrator, backup, delivery });
  }
  return sourceOf(tree);
}
