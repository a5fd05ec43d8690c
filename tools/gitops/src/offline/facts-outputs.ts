// SPDX-License-Identifier: Apache-2.0
import type { InfraFacts } from '@strata/plan-check/infra-facts';
import type { PublishedOutputs } from './offline-backend.ts';

/**
 * Returns what the program infra would export for a cluster with these facts.
 *
 * @param kubeconfig - kubeconfig of the server that serves these facts.
 */
export function factsOutputs(
  environment: string,
  { hosts, network, storageClasses }: InfraFacts,
  kubeconfig: string,
): PublishedOutputs {
  const storage = storageClasses.find((one) => one.default);
  const [snapshotClass] = storage?.snapshotClasses ?? [];
  const [address = '127.0.0.1'] = network.api.addresses;
  const host = address.includes(':') ? `[${address}]` : address;
  return {
    values: {
      environment,
      apiEndpoint: `https://${host}:6443`,
      hosts,
      ...(storage && {
        storage: {
          name: storage.name,
          provisioner: storage.provisioner,
          volumeBindingMode: storage.volumeBindingMode,
          canExpand: storage.expansion,
          isTopologyBound: storage.topologyBound,
          ...(snapshotClass !== undefined && { snapshotClass }),
        },
      }),
    },
    secrets: {
      kubeconfig,
      platformKubeconfig: kubeconfig,
      userClustersKubeconfig: kubeconfig,
    },
  };
}
