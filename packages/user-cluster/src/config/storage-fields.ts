// SPDX-License-Identifier: Apache-2.0
import { field, listOf, tenantStorageClass, trueOrFalse } from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * Storage classes inside the user cluster.
 *
 * @example
 * storage:
 *   classes:
 *     - name: fast
 *       infraClass: ceph-block
 */
export const storage = field(
  z.strictObject({
    /** @default one, `kubevirt`, from the platform's StorageClass for disks */
    classes: listOf(tenantStorageClass, 'a list of storage classes').optional(),
    /**
     * Whether volumes have snapshots: installs the CRDs of snapshots in the user cluster, and a
     * VolumeSnapshotClass for each class with a `snapshotClass`, under the same name as the class.
     * The snapshot controller runs outside the user cluster, beside the CSI controller.
     */
    snapshots: trueOrFalse().default(false),
  }),
  'a mapping with classes and snapshots',
).prefault({});
