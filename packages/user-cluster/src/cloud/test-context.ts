// SPDX-License-Identifier: Apache-2.0
import { userClusterConfig } from '@strata/contracts';
import type { KubevirtStackOutputs, UserClusterConfig } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';

const { cloud, cni, network, storage, access } = userClusterConfig.shape;

/** What a test changes of the configuration, as it stands in YAML. */
export interface ConfigChange {
  readonly cloud?: object;
  readonly cni?: object;
  readonly network?: object;
  readonly storage?: object;
  readonly access?: object;
}

/** The keys of a configuration that this package's `cloud`, `storage` and `inside` look at. */
export function testConfig(change: ConfigChange = {}): UserClusterConfig {
  const keys: Pick<UserClusterConfig, 'cloud' | 'cni' | 'network' | 'storage' | 'access'> = {
    cloud: cloud.parse(change.cloud),
    cni: cni.parse(change.cni),
    network: network.parse(change.network),
    storage: storage.parse(change.storage),
    access: access.parse(change.access),
  };
  const controlPlane = { endpoint: { address: '172.18.0.20' } };
  return { ...keys, controlPlane } as UserClusterConfig;
}

const storageClass: KubevirtStackOutputs['storageClasses'][number] = {
  name: 'fast',
  provisioner: 'rbd.csi.ceph.com',
  volumeBindingMode: 'Immediate',
  isTopologyBound: false,
  allowVolumeExpansion: true,
  snapshots: true,
};

/** A platform with storage of every kind. */
export const testPlatform = {
  release: 'v1.8',
  registryMirror: 'registry.example.org:5000/mirror',
  storage: { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
  storageClasses: [
    storageClass,
    { ...storageClass, name: 'small', allowVolumeExpansion: false, snapshots: false },
    { ...storageClass, name: 'on-host', provisioner: 'topolvm.io' },
    { ...storageClass, name: 'zone-a', isTopologyBound: true },
  ],
} as unknown as KubevirtStackOutputs;

/** What components of the cluster `demo` are told. */
export function testContext(
  change: ConfigChange = {},
  platform: Partial<KubevirtStackOutputs> = {},
): ClusterContext {
  return {
    environment: 'sandbox',
    cluster: 'demo',
    namespace: 'cluster-demo',
    config: testConfig(change),
    infra: { hosts: [] },
    platform: { ...testPlatform, ...platform },
  };
}
