// SPDX-License-Identifier: Apache-2.0
import type { KubeObject } from '../objects.ts';

/** Name of the driver, in every object that is about it. */
export const driverName = 'csi.kubevirt.io';

interface Sizes {
  readonly storage?: string;
}

/** What a claim is to be filled with. */
export interface DataSource {
  /** Absent for the core group. */
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

/** A PersistentVolumeClaim, as far as it is read here. */
export interface Claim extends KubeObject {
  readonly spec: {
    readonly accessModes?: readonly string[];
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly volumeName?: string;
    readonly resources?: { readonly requests?: Sizes };
    readonly dataSource?: DataSource;
  };
  readonly status?: { readonly phase?: string; readonly capacity?: Sizes };
}

/** A PersistentVolume, as far as it is read here. */
export interface Volume extends KubeObject {
  readonly spec: {
    readonly accessModes?: readonly string[];
    readonly capacity?: Sizes;
    readonly volumeMode?: string;
    readonly persistentVolumeReclaimPolicy?: string;
    readonly csi?: {
      readonly driver: string;
      readonly volumeHandle: string;
      readonly volumeAttributes?: Readonly<Record<string, string>>;
    };
  };
  readonly status?: { readonly phase?: string };
}

/** A StorageClass, as far as it is read here. */
export interface StorageClass extends KubeObject {
  readonly provisioner: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly mountOptions?: readonly string[];
}

/** A VolumeAttachment, as far as it is read here. */
export interface Attachment extends KubeObject {
  readonly spec: {
    readonly attacher: string;
    readonly nodeName: string;
    readonly source: { readonly persistentVolumeName?: string };
  };
  readonly status?: {
    readonly attached?: boolean;
    readonly attachError?: { readonly message?: string } | null;
    readonly detachError?: { readonly message?: string } | null;
  };
}

/** A CSINode, as far as it is read here. */
export interface CsiNode extends KubeObject {
  readonly spec: {
    readonly drivers: readonly { readonly name: string; readonly nodeID: string }[];
  };
}

/** A DataVolume of the infra cluster, as far as it is read here. */
export interface DataVolume extends KubeObject {
  readonly spec: {
    readonly storage?: { readonly resources?: { readonly requests?: Sizes } };
  };
}

/** A VolumeSnapshot, the tenant's or the infra cluster's, as far as it is read here. */
export interface Snapshot extends KubeObject {
  readonly spec: {
    readonly source: { readonly persistentVolumeClaimName?: string };
    readonly volumeSnapshotClassName?: string;
  };
  readonly status?: {
    readonly boundVolumeSnapshotContentName?: string;
    readonly readyToUse?: boolean;
    readonly restoreSize?: string;
  };
}

/** A VolumeSnapshotContent, as far as it is read here. */
export interface SnapshotContent extends KubeObject {
  readonly spec: {
    readonly driver: string;
    readonly deletionPolicy: string;
    readonly source: { readonly volumeHandle?: string };
    readonly volumeSnapshotClassName?: string;
    readonly volumeSnapshotRef: {
      readonly namespace: string;
      readonly name: string;
      readonly uid?: string;
    };
  };
  readonly status?: {
    readonly snapshotHandle?: string;
    readonly readyToUse?: boolean;
    /** In bytes. */
    readonly restoreSize?: number;
    readonly error?: { readonly message?: string } | null;
  };
}

/** A VolumeSnapshotClass, as far as it is read here. */
export interface SnapshotClass extends KubeObject {
  readonly driver: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Where snapshots are in the API, of both clusters. */
export const snapshotApi = '/apis/snapshot.storage.k8s.io/v1';

/** Where the objects are in the API. */
export const paths = {
  claims: '/api/v1/persistentvolumeclaims',
  volumes: '/api/v1/persistentvolumes',
  storageClasses: '/apis/storage.k8s.io/v1/storageclasses',
  attachments: '/apis/storage.k8s.io/v1/volumeattachments',
  csiNodes: '/apis/storage.k8s.io/v1/csinodes',
} as const;

/** Path of one claim. */
export function claimPath({ metadata }: KubeObject): string {
  const { namespace = '', name } = metadata;
  return `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`;
}
