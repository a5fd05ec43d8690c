// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf } from '../field.ts';

const yesOrNo = () => field(z.boolean(), 'true or false');

/** A StorageClass inside the user cluster, and what of the infra cluster is behind it. */
export const tenantStorageClass = field(
  z.strictObject({
    name: objectName(),
    /** A StorageClass of the infra cluster that every host can reach. */
    infraClass: objectName(253),
    /** Whether claims that name no class get this one. */
    default: yesOrNo().default(false),
    /** What becomes of a volume when its claim is deleted. */
    reclaimPolicy: oneOf(['Delete', 'Retain']).default('Delete'),
    /** When a volume is made. Every machine can reach every volume, so nothing is won by waiting. */
    volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']).default('Immediate'),
    fsType: oneOf(['ext4', 'xfs']).default('ext4'),
    /**
     * Whether volumes can grow. For this the driver may read any PersistentVolume of the infra
     * cluster by its name, its only right beyond the cluster's own namespace.
     *
     * @default whether those of the infra class can
     */
    expansion: yesOrNo().optional(),
    /**
     * The VolumeSnapshotClass of the infra cluster by which snapshots of these volumes are made.
     *
     * @default none: its volumes have no snapshots
     */
    snapshotClass: objectName(253).optional(),
  }),
  'a mapping with name and infraClass',
);

/** Storage classes inside the user cluster. */
export const storage = field(
  z.strictObject({
    /** @default one, `kubevirt`, from the platform's storage class for disks */
    classes: listOf(tenantStorageClass, 'a list of storage classes').optional(),
    /**
     * Whether volumes have snapshots: installs the snapshot controller and its kinds in the user
     * cluster, and a VolumeSnapshotClass for each class with a `snapshotClass`, by its name.
     */
    snapshots: yesOrNo().default(false),
  }),
  'a mapping with classes and snapshots',
).prefault({});

/** Storage inside a user cluster. */
export type TenantStorageConfig = z.output<typeof storage>;
/** A StorageClass inside a user cluster. */
export type TenantStorageClass = z.output<typeof tenantStorageClass>;
