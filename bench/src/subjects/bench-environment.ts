// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs, InfraOutputs } from '@strata/contracts';
import { plainPlatform } from '@strata/user-cluster/test-platform';
import type { StackConfig } from './strata-stack.ts';

/** Name of the environment, which exists only in the bench. */
export const environment = 'bench';

/** Returns the outputs of its infra stack, without the kubeconfigs. */
export function infraValues(apiEndpoint: string, hosts: number) {
  return {
    environment,
    apiEndpoint,
    hosts: Array.from({ length: hosts }, (_, index) => ({
      name: `host-${index}`,
      zone: `zone-${index % 3}`,
      cpu: 64,
      memoryGiB: 512,
    })),
  } satisfies Partial<InfraOutputs>;
}

/** Namespaces of the platform that contain objects of user clusters. */
export const platformNamespaces = ['golden-images', 'monitoring'] as const;

/** Outputs of its platform: storage that every host reaches, one image, two sizes. */
export const platformValues: KubevirtStackOutputs = {
  ...plainPlatform,
  loadBalancerPools: [{ name: 'shared', addresses: ['127.100.0.0/16'], autoAssign: false }],
  clusterNetwork: {
    ...plainPlatform.clusterNetwork,
    api: { addresses: ['192.0.2.1'], ports: [6443] },
  },
  monitoring: { namespace: 'monitoring', prometheus: 'http://prometheus.monitoring:9090' },
};

/** Differences of a measured user cluster from the smallest one. */
export interface ClusterShape {
  readonly address: string;
  readonly workers: number;
  /** Ports of the registries that VMs use. @default the product's default */
  readonly registryPorts?: readonly number[];
}

/** Returns the configuration of a user cluster: one control-plane VM and a pool of workers. */
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
