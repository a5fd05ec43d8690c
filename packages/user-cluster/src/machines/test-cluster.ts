// SPDX-License-Identifier: Apache-2.0
import type { Host, KubevirtStackOutputs } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import type { MachineArgs } from './machine-args.ts';
import { testConfig as clusterConfig, testContext as clusterContext } from '../test-context.ts';
import { fastStorage, plainPlatform } from '../test-platform.ts';
import { poolMachine } from './worker-pool.ts';
import type { EtcdDisk } from '../update/etcd-disks.ts';

/** Outputs of the platform in tests. */
export const testPlatform: KubevirtStackOutputs = {
  ...plainPlatform,
  versions: { kubevirt: '1.8.4', cdi: '1.65.0' },
  goldenImages: plainPlatform.goldenImages.map((image) => ({ ...image, clone: 'csi-clone' })),
  imageClonerRole: 'golden-image-cloner',
  networks: [
    { name: 'storage-net', type: 'vlan', attachTo: 'platform-networks/storage-net', vlan: 120 },
    { name: 'fast-net', type: 'sriov', attachTo: 'platform-networks/fast-net' },
  ],
  featureGates: ['HotplugVolumes'],
  storageClasses: [
    fastStorage,
    {
      name: 'local',
      provisioner: 'topolvm.io',
      volumeBindingMode: 'WaitForFirstConsumer',
      isTopologyBound: true,
      allowVolumeExpansion: true,
      snapshotClasses: [],
    },
  ],
};

/** Hosts in tests. */
export const testHosts: Host[] = [
  { name: 'host-1', zone: 'a', cpu: 32, memoryGiB: 128 },
  { name: 'host-2', zone: 'b', cpu: 32, memoryGiB: 128 },
  { name: 'host-3', zone: 'a', cpu: 16, memoryGiB: 64 },
];

const rootDisk = { image: 'ubuntu-24-04', sizeGiB: 20 };

/** A pool as in a stack's YAML file. */
export type RawPool = Readonly<Record<string, unknown>>;

/** The smallest possible pool. */
export const smallPool: RawPool = {
  name: 'md-a',
  replicas: 2,
  instancetype: 'standard-2',
  rootDisk,
};

/** Parts of the configuration that a test changes. */
export interface TestChanges {
  readonly pools?: readonly RawPool[];
  readonly controlPlane?: Readonly<Record<string, unknown>>;
  readonly network?: Readonly<Record<string, unknown>>;
  readonly cloud?: Readonly<Record<string, unknown>>;
  readonly storage?: Readonly<Record<string, unknown>>;
}

/** Returns a checked configuration of a cluster with these changes. */
export function testConfig({ pools = [smallPool], ...changes }: TestChanges = {}) {
  const { controlPlane, ...others } = changes;
  return clusterConfig({
    controlPlane: {
      instancetype: 'standard-2',
      rootDisk,
      endpoint: { address: '192.168.90.10' },
      ...controlPlane,
    },
    pools,
    ...others,
  });
}

/** Returns the context of a cluster with these changes. */
export function testContext(
  changes: TestChanges = {},
  platform: Partial<KubevirtStackOutputs> = {},
): ClusterContext {
  return {
    ...clusterContext({}, { ...testPlatform, ...platform }),
    config: testConfig(changes),
    infra: { hosts: testHosts },
  };
}

/** Returns the input of the VMs of such a cluster's first pool. */
export function testMachine(
  pool: RawPool = {},
  changes: TestChanges = {},
  platform: Partial<KubevirtStackOutputs> = {},
): MachineArgs {
  const context = testContext({ ...changes, pools: [{ ...smallPool, ...pool }] }, platform);
  const [first] = context.config.pools;
  if (first === undefined) throw new Error('the configuration has no pool');
  return {
    ...poolMachine(context, first),
    userDataSecret: 'md-a-0a1b2c3d',
    generation: '0a1b2c3d',
  };
}

/** Returns a disk of etcd that a member has. */
export const etcdDiskIn = (
  className: string,
  accessModes: EtcdDisk['accessModes'],
  name = 'cp-0-etcd',
): EtcdDisk => ({
  name,
  className,
  accessModes,
  volumeMode: 'Block',
  madeGiB: 10,
  sizeGiB: 10,
  claimMiB: 10_240,
});
