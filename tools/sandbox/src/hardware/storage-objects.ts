// SPDX-License-Identifier: Apache-2.0
import type { ApiObject } from '../kubernetes/objects.ts';

/** Name of the storage's driver: in both classes, on its volumes and on its snapshots. */
export const driver = 'block.sandbox.strata.dev';

/**
 * The driver's CSIDriver. Storage without one counts as in-tree, and in-tree storage has no
 * populators, snapshots and clones.
 */
export const csiDriver = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIDriver',
  metadata: { name: driver },
  // Every host can reach every volume without an attachment.
  spec: { attachRequired: false },
} as const;

/** The default StorageClass, for pods and for virtual machines. */
export const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: 'sandbox-block',
    annotations: {
      'storageclass.kubernetes.io/is-default-class': 'true',
      'storageclass.kubevirt.io/is-default-virt-class': 'true',
    },
  },
  provisioner: driver,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
  allowVolumeExpansion: true,
} as const;

/** The default VolumeSnapshotClass. It is cluster-wide, and is deleted with its definition. */
export const snapshotClass = {
  apiVersion: 'snapshot.storage.k8s.io/v1',
  kind: 'VolumeSnapshotClass',
  metadata: {
    name: storageClass.metadata.name,
    labels: { 'app.kubernetes.io/managed-by': 'sandbox.strata.dev' },
    annotations: { 'snapshot.storage.kubernetes.io/is-default-class': 'true' },
  },
  driver,
  deletionPolicy: 'Delete',
} as const;

interface Sizes {
  readonly storage?: string;
}

/** The source that a claim has to be filled from. */
export interface DataSource {
  /** Absent for the core API group. */
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

/** The fields of a PersistentVolumeClaim that the storage reads. */
export interface Claim extends ApiObject {
  readonly spec: {
    readonly storageClassName?: string;
    readonly volumeName?: string;
    readonly volumeMode?: string;
    readonly accessModes?: readonly string[];
    readonly resources?: { readonly requests?: Sizes };
    readonly dataSource?: DataSource;
    readonly dataSourceRef?: DataSource;
  };
  readonly status?: { readonly phase?: string; readonly capacity?: Sizes };
}

/** A PersistentVolume. */
export interface Volume extends ApiObject {
  readonly spec: {
    readonly capacity?: Sizes;
    readonly volumeMode?: string;
    readonly persistentVolumeReclaimPolicy?: string;
    readonly csi?: { readonly driver: string; readonly volumeHandle: string };
  };
  readonly status?: { readonly phase?: string };
}

/** A VolumeSnapshot: what a user asks for. */
export interface Snapshot extends ApiObject {
  readonly status?: {
    readonly boundVolumeSnapshotContentName?: string;
    readonly readyToUse?: boolean;
  };
}

/** A VolumeSnapshotContent: the snapshot on the storage behind a VolumeSnapshot. */
export interface SnapshotContent extends ApiObject {
  readonly metadata: ApiObject['metadata'] & { readonly finalizers?: readonly string[] };
  readonly spec: {
    readonly driver: string;
    readonly deletionPolicy: string;
    readonly source: { readonly volumeHandle?: string; readonly snapshotHandle?: string };
    readonly sourceVolumeMode?: string;
    readonly volumeSnapshotRef: { readonly uid?: string };
  };
  readonly status?: {
    readonly snapshotHandle?: string;
    readonly readyToUse?: boolean;
    /** Bytes that a volume needs to hold the snapshot. */
    readonly restoreSize?: number;
    readonly error?: { readonly message?: string };
  };
}

/** Path of the driver's snapshots in the API. */
export const snapshotApi = '/apis/snapshot.storage.k8s.io/v1';

/** Returns the name of the volume with this handle, as external provisioners name it. */
export function volumeName(handle: string): string {
  return `pvc-${handle}`;
}
