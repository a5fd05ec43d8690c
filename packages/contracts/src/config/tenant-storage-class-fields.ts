// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { dottedName, field, objectName, oneOf, trueOrFalse } from './field.ts';

/**
 * A StorageClass inside the user cluster, and the infra cluster's classes that it maps to.
 *
 * @example
 * classes:
 *   - name: fast
 *     infraClass: ceph-block
 */
export const tenantStorageClass = field(
  z.strictObject({
    name: objectName(),
    /** A StorageClass of the infra cluster that every host can reach. */
    infraClass: dottedName(),
    /** Whether claims without a class get this one. */
    default: trueOrFalse().default(false),
    /** Whether a volume is deleted or kept when its claim is deleted. */
    reclaimPolicy: oneOf(['Delete', 'Retain']).default('Delete'),
    /** When a volume is made. Every node can reach every volume, so waiting has no advantage. */
    volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']).default('Immediate'),
    fsType: oneOf(['ext4', 'xfs']).default('ext4'),
    /**
     * Whether volumes can grow. For this the driver may read any PersistentVolume of the infra
     * cluster by its name, its only right beyond the cluster's own namespace.
     *
     * @default whether those of the infra class can
     */
    expansion: trueOrFalse().optional(),
    /**
     * The VolumeSnapshotClass of the infra cluster that is used for snapshots of these volumes.
     *
     * @default none: its volumes have no snapshots
     */
    snapshotClass: dottedName().optional(),
  }),
  'a mapping with name and infraClass',
);

/** A StorageClass inside a user cluster. */
export type TenantStorageClass = z.output<typeof tenantStorageClass>;
