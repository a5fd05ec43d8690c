// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs, InfraOutputs } from '@strata/contracts';

/** The environment that exists in the bench alone. */
export const environment = 'bench';

/** What its infra stack exports, but for the kubeconfigs. */
export function infraValues(apiEndpoint: string, hosts: number) {
  return {
    environment,
    apiEndpoint,
    hosts: Array.from({ length: hosts }, (_, index) => ({
      ...{ name: `host-${index}`, zone: `zone-${index % 3}`, cpu: 64, memoryGiB: 512 },
    })),
  } satisfies Partial<InfraOutputs>;
}

/** Namespaces of the platform that objects of user clusters are put into. */
export const platformNamespaces = ['golden-images', 'monitoring'] as const;

/** What its platform exports: storage that every host reaches, one image, two sizes. */
export const platformValues: KubevirtStackOutputs = {
  release: 'v1.8',
  versions: {},
  namespaces: { cdi: 'cdi', kubevirt: 'kubevirt' },
  storage: { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
  instancetypes: [
    { name: 'standard-2', cpu: 2, memoryGiB: 8 },
    { name: 'standard-4', cpu: 4, memoryGiB: 16 },
  ],
  preferences: ['sockets-advantage'],
  loadBalancerPools: [{ name: 'shared', addresses: ['127.100.0.0/16'] }],
  goldenImages: [
    {
      ...{ name: 'ubuntu-24-04', os: 'ubuntu', version: '24.04' },
      ...{ namespace: 'golden-images', dataSource: 'ubuntu-24-04', sizeGiB: 20 },
    },
  ],
  imageClonerRole: 'image-cloner',
  networks: [],
  featureGates: [],
  storageClasses: [
    {
      ...{ name: 'fast', provisioner: 'rbd.csi.ceph.com', volumeBindingMode: 'Immediate' },
      ...{ isTopologyBound: false, allowVolumeExpansion: true, snapshots: true },
    },
  ],
  clusterNetwork: {
    podCidrs: ['10.244.0.0/16'],
    serviceCidrs: ['10.96.0.0/16'],
    dnsServers: ['10.96.0.10'],
    api: { addresses: ['192.0.2.1'], ports: [6443] },
  },
  monitoring: { namespace: 'monitoring', prometheus: 'http://prometheus.monitoring:9090' },
};

type Config = Readonly<Record<string, unknown>>;

/** How a measured user cluster differs from the smallest one. */
export interface ClusterShape {
  readonly address: string;
  readonly workers: number;
  /** Ports at which machines find registries. @default the product's */
  readonly registryPorts?: readonly number[];
}

/** Configuration of a user cluster: one control-plane machine and a pool of workers. */
export function clusterConfig({ address, workers, registryPorts }: ClusterShape): Config {
  const rootDisk = { image: 'ubuntu-24-04' };
  const size = { instancetype: 'standard-2', rootDisk };
  return {
    kubernetes: { version: '1.35.4', podCidr: '10.128.0.0/16', serviceCidr: '10.112.0.0/20' },
    controlPlane: { replicas: 1, ...size, endpoint: { address } },
    pools: [{ name: 'workers', replicas: workers, ...size }],
    ...(registryPorts && { isolation: { registries: { ports: registryPorts } } }),
    deletion: { protect: false, volumes: 'delete' },
  };
}
