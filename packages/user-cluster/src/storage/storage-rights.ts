// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';

/**
 * Rights that the driver uses on the infra cluster. Upstream's own Role lacks `removevolume` of
 * virtualmachineinstances, and `list` of volumesnapshots.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/805f17a9/deploy/infra-cluster-service-account.yaml
 */
const volumes: readonly Right[] = [
  {
    group: 'cdi.kubevirt.io',
    resources: ['datavolumes'],
    verbs: ['get', 'create', 'delete'],
    need: 'a DataVolume for each volume of the user cluster',
  },
  {
    group: 'kubevirt.io',
    resources: ['virtualmachineinstances'],
    verbs: ['get', 'list'],
    need: 'where a volume is in use, and whether it has arrived',
  },
  {
    group: 'kubevirt.io',
    resources: ['virtualmachines'],
    verbs: ['get', 'list'],
    need: 'whether a volume is still asked for',
  },
  {
    group: 'subresources.kubevirt.io',
    resources: ['virtualmachines/addvolume', 'virtualmachines/removevolume'],
    verbs: ['update'],
    need: 'to plug a volume into a machine that runs, and to unplug it',
  },
  {
    group: 'subresources.kubevirt.io',
    resources: ['virtualmachineinstances/removevolume'],
    verbs: ['update'],
    need: 'to unplug a volume that is no longer on the machine, but still in the one that runs',
  },
  {
    group: '',
    resources: ['persistentvolumeclaims'],
    verbs: ['get'],
    need: 'the class of a volume',
  },
];

const expansion: readonly Right[] = [
  {
    group: '',
    resources: ['persistentvolumeclaims'],
    verbs: ['patch'],
    need: 'to let a volume grow',
  },
];

const snapshots: readonly Right[] = [
  {
    group: 'snapshot.storage.k8s.io',
    resources: ['volumesnapshots'],
    verbs: ['get', 'list', 'create', 'delete'],
    need: 'a snapshot for each of the user cluster; upstream forgets to list them',
  },
];

/** Features of a cluster that decide which rights it needs. */
export interface StorageFeatures {
  readonly expansion: boolean;
  readonly snapshots: boolean;
}

/** Returns what the storage controller may do in the cluster's namespace on the infra cluster. */
export function storageRights(features: StorageFeatures): readonly Right[] {
  return [
    ...volumes,
    ...(features.expansion ? expansion : []),
    ...(features.snapshots ? snapshots : []),
  ];
}

/**
 * Returns what the storage controller may do outside of the cluster's namespace. The driver finds out
 * whether a volume has grown from its PersistentVolume, and those are in no namespace. It may get one
 * whose name it knows, and cannot list them; the names of other clusters' are random.
 */
export function storageClusterRights(features: StorageFeatures): readonly Right[] {
  if (!features.expansion) return [];
  return [
    {
      group: '',
      resources: ['persistentvolumes'],
      verbs: ['get'],
      need: 'whether a volume has grown',
    },
  ];
}
