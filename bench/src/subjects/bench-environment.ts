// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs, InfraOutputs } from '@strata/contracts';
import { plainPlatform } from '@strata/user-cluster/test-platform';
import type { StackConfig } from './strata-stack.ts';

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
  ...plainPlatform,
  loadBalancerPools: [{ name: 'shared', addresses: ['127.100.0.0/16'], autoAssign: false }],
  clusterNetwork: {
    ...plainPlatform.clusterNetwork,
    api: { addresses: ['192.0.2.1'], ports: [6443] },
  },
  monitoring: { namespace: 'monitoring', prometheus: 'http://prometheus.monitoring:9090' },
};

/** How a measured user cluster differs from the smallest one. */
export interface ClusterShape {
  readonly address: string;
  readonly workers: number;
  /** Ports at which machines find registries. @default the product's */
  readonly registryPorts?: readonly number[];
}

/** Configuration of a user cluster: one control-plane machine and a pool of workers. */
export function clusterConfig({ address, workers, registryPorts }: ClusterShape): StackConfig {
  const rootDisk = { image: 'ubuntu-24-04' };
  const size = { instancetype: 'standard-2', rootDisk };
  const values = {
    kubernetes: { version: '1.35.4', podCidr: '10.128.0.0/16', serviceCidr: '10.112.0.0/20' },
    controlPlane: { replicas: 1, ...size, endpoint: { address } },
    pools: [{ name: 'workers', replicas: workers, ...size }],
    network: { dns: { servers: plainPlatform.clusterNetwork.dnsServers } },
    ...(registryPorts && { isolation: { registries: { ports: registryPorts } } }),
    deletion: { protect: false, volumes: 'delete' },
  };
  return { values };
}
