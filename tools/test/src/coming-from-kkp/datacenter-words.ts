// SPDX-License-Identifier: Apache-2.0
import type { Pair } from './pair.ts';

/**
 * Keys of a datacenter that KKP's example does not set, and what stands for them.
 *
 * @see https://github.com/kubermatic/kubermatic/blob/08a508cd3b90ff623f26ae2bc58be6a19b12d6a5/sdk/apis/kubermatic/v1/datacenter.go `DatacenterSpecKubevirt`
 */
export const datacenterWords: readonly Pair[] = [
  {
    kkp: '`infraStorageClasses[].volumeBindingMode`, `reclaimPolicy`, `allowVolumeExpansion`',
    words:
      '`volumeBindingMode`, `reclaimPolicy` and `expansion` of the class in `storage.classes`, of all clusters or of one',
  },
  {
    kkp: '`infraStorageClasses[].labels`, `zones`, `regions`, `volumeProvisioner`',
    words:
      'not there: a class in `storage.classes` is for volumes inside, disks of machines name a class of the infra cluster, and no class of `storage.classes` has a topology',
  },
  {
    kkp: '`infraVolumeSnapshotClasses`',
    words: '`snapshotClass` of each class in `storage.classes`, and `storage.snapshots`',
  },
  {
    kkp: '`ccmZoneAndRegionEnabled`',
    words: '`user-cluster:cloud.zones`, which is true unless a cluster says otherwise',
  },
  {
    kkp: '`ccmLoadBalancerEnabled`',
    words: '`user-cluster:cloud.loadBalancers`, which is true unless a cluster says otherwise',
  },
  {
    kkp: '`vmEvictionStrategy`',
    words:
      '`evictionStrategy` of the control plane and of pools. `External`, the default of KKP, is not there: machines drain themselves',
  },
  {
    kkp: '`usePodResourcesCPU`, `enableDedicatedCpus`',
    words:
      'a size says whether its CPUs are dedicated: `dedicatedCpus` of `kubevirt-stack:instancetypes`',
  },
  {
    kkp: '`disableDefaultInstanceTypes`, `disableDefaultPreferences`',
    words: '`kubevirt-stack:flavors` names the sizes and preferences that are there',
  },
  {
    kkp: '`namespacedMode`',
    words: 'not there: each cluster has a namespace of its own on the infra cluster',
  },
  {
    kkp: '`providerNetwork` with its VPCs and subnets, `matchSubnetAndStorageLocation`',
    words:
      'not there: machines are in the pod network of the infra cluster, and NetworkPolicies keep clusters apart. A cluster may have VLANs of its own: `user-cluster:network.vlans`',
  },
  {
    kkp: '`csiDriverOperator`',
    words:
      'not there: `kubevirt-stack:registryMirror` says where the images of controllers come from',
  },
];
