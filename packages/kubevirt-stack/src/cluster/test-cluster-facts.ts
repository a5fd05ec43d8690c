// SPDX-License-Identifier: Apache-2.0
import type { ClusterFacts } from './cluster-facts.ts';

/** Facts of a cluster on which nothing of the platform is installed yet. */
export const bareCluster: ClusterFacts = {
  kubernetes: '1.35.4',
  hosts: [],
  kubevirt: undefined,
  cdi: undefined,
  outdatedVirtualMachines: 0,
  machineCatalogue: [],
  imageImports: [],
  fileImages: [],
  addressPools: [],
  storageClasses: [],
  snapshotClasses: [],
  kubeProxy: undefined,
  whereabouts: false,
  network: { podCidrs: [], serviceCidrs: [], dnsServers: [], api: { addresses: [], ports: [] } },
};
