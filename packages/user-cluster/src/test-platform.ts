// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';

/** Storage that every host reaches, that grows and that can be copied. */
export const fastStorage = {
  name: 'fast',
  provisioner: 'rbd.csi.ceph.com',
  volumeBindingMode: 'Immediate',
  isTopologyBound: false,
  allowVolumeExpansion: true,
  snapshotClasses: ['fast'],
} as const satisfies KubevirtStackOutputs['storageClasses'][number];

/** Platform of tests and benchmarks of user clusters: one image, two sizes, nothing optional. */
export const plainPlatform = {
  release: 'v1.8',
  versions: {},
  namespaces: { cdi: 'cdi', kubevirt: 'kubevirt' },
  storage: { className: fastStorage.name, accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
  instancetypes: [
    { name: 'standard-2', cpu: 2, memoryGiB: 8 },
    { name: 'standard-4', cpu: 4, memoryGiB: 16 },
  ],
  preferences: ['sockets-advantage'],
  loadBalancerPools: [],
  goldenImages: [
    {
      name: 'ubuntu-24-04',
      os: 'ubuntu',
      version: '24.04',
      namespace: 'golden-images',
      dataSource: 'ubuntu-24-04',
      sizeGiB: 20,
    },
  ],
  imageClonerRole: 'image-cloner',
  networks: [],
  featureGates: [],
  storageClasses: [fastStorage],
  clusterNetwork: {
    podCidrs: ['10.244.0.0/16'],
    serviceCidrs: ['10.96.0.0/16'],
    dnsServers: ['10.96.0.10'],
  },
} satisfies KubevirtStackOutputs;
