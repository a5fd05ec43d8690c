// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { TenantStorageClass } from '@strata/contracts/fields';
import type { UserClusterConfig } from '../config/index.ts';

/** A StorageClass of the user cluster with all defaults filled in. */
export type StorageClassPlan = Omit<TenantStorageClass, 'expansion'> & {
  readonly expansion: boolean;
};

/** Configuration and outputs that the classes follow from. */
export interface ClassSources {
  readonly config: Pick<UserClusterConfig, 'storage'>;
  readonly platform: Pick<KubevirtStackOutputs, 'storage' | 'storageClasses'>;
}

/** Name of the driver in claims, classes and snapshots. @see https://github.com/kubevirt/csi-driver */
export const driverName = 'csi.kubevirt.io';

/** Class of a cluster whose configuration names none. */
const defaultClass: Omit<TenantStorageClass, 'infraClass'> = {
  name: 'kubevirt',
  default: true,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
  fsType: 'ext4',
};

/** Returns the StorageClasses of the user cluster. */
export function storageClasses({ config, platform }: ClassSources): readonly StorageClassPlan[] {
  const { storage } = config;
  const chosen = storage.classes ?? [{ ...defaultClass, infraClass: platform.storage.className }];
  return chosen.map((one) => {
    const infra = platform.storageClasses.find(({ name }) => name === one.infraClass);
    return { ...one, expansion: one.expansion ?? infra?.allowVolumeExpansion ?? false };
  });
}
