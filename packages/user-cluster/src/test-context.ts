// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace, inspectConfig } from '@strata/contracts';
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { CheckContext } from './checks/check-context.ts';
import type { ClusterContext } from './cluster-context.ts';
import { userClusterConfig } from './config/index.ts';
import type { UserClusterConfig } from './config/index.ts';
import { fastStorage, plainPlatform } from './test-platform.ts';

type Values = Readonly<Record<string, unknown>>;

/** Output of a platform that pulls all images from one registry. */
export const mirrored = { registryMirror: 'registry.example.org:5000/mirror' } as const;

/**
 * A platform whose own network is 10.244.0.0/16 and 10.96.0.0/16, with public load balancers and storage
 * of every kind.
 */
export const testPlatform = {
  ...plainPlatform,
  loadBalancerPools: [
    { name: 'shared', addresses: ['203.0.113.0/28'], autoAssign: false },
    { name: 'open', addresses: ['203.0.113.64-203.0.113.66'], autoAssign: true },
    { name: 'bound', addresses: ['10.50.0.10-10.50.0.20'], boundTo: 'other', autoAssign: true },
  ],
  goldenImages: [
    {
      name: 'ubuntu',
      os: 'ubuntu',
      version: '24.04',
      namespace: 'images',
      dataSource: 'ubuntu',
      sizeGiB: 10,
    },
  ],
  networks: [
    { name: 'backbone', type: 'bridge', attachTo: 'networks/backbone' },
    { name: 'fast-lane', type: 'sriov', attachTo: 'networks/fast-lane' },
  ],
  storageClasses: [
    fastStorage,
    { ...fastStorage, name: 'small', allowVolumeExpansion: false, snapshotClasses: [] },
    { ...fastStorage, name: 'on-host', provisioner: 'topolvm.io' },
    { ...fastStorage, name: 'zone-a', isTopologyBound: true },
  ],
  monitoring: { namespace: 'monitoring', prometheus: 'http://prometheus:9090' },
} satisfies KubevirtStackOutputs;

const smallest: Values = {
  kubernetes: { version: '1.35.4', podCidr: '10.100.0.0/16', serviceCidr: '10.101.0.0/16' },
  controlPlane: {
    instancetype: 'standard-2',
    rootDisk: { image: 'ubuntu', sizeGiB: 20 },
    endpoint: { address: '203.0.113.2' },
  },
  pools: [
    {
      name: 'md-a',
      replicas: 2,
      instancetype: 'standard-4',
      rootDisk: { image: 'ubuntu', sizeGiB: 30 },
    },
  ],
};

/** Keys that a test adds to the smallest configuration, or replaces in it. */
export type Change = Values;

/** DNS servers of the VMs, unless a test has other `network.dns`. */
const dns = { servers: ['10.96.0.10'] };

/** Returns a checked configuration: the smallest possible one with a change. */
export function testConfig({ network, ...change }: Change = {}): UserClusterConfig {
  const { problems, valid } = inspectConfig(userClusterConfig, {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: Object.fromEntries(
      Object.entries({ ...smallest, network: { dns, ...(network as Values) }, ...change }).map(
        ([key, value]) => [`user-cluster:${key}`, JSON.stringify(value)],
      ),
    ),
    // The keys with secrets in them.
    secretKeys: ['user-cluster:backup', 'user-cluster:audit', 'user-cluster:delivery'],
  });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return userClusterConfig.parse(valid);
}

/** Returns the context of the cluster `demo`, for components and checks. */
export function testContext(
  change: Change = {},
  platform: Partial<KubevirtStackOutputs> = {},
  cluster = 'demo',
): ClusterContext & CheckContext {
  return {
    environment: 'sandbox',
    cluster,
    namespace: clusterNamespace(cluster),
    config: testConfig(change),
    infra: { hosts: [] },
    platform: { ...testPlatform, ...platform },
  };
}
