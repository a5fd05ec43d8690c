// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { listOf, type Metadata } from './machines.ts';

/** The CSI driver whose volumes are disks in the infra cluster. */
export const csiDriver = 'csi.kubevirt.io';

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly controller?: boolean;
}

/** Fields of an object of the user cluster that the cleanup reads. */
export interface TenantObject {
  readonly metadata: Metadata & { readonly ownerReferences?: readonly OwnerReference[] };
}

interface Service extends TenantObject {
  readonly spec?: { readonly type?: string };
}

interface StorageClass extends TenantObject {
  readonly provisioner?: string;
}

export interface Claim extends TenantObject {
  readonly spec?: { readonly storageClassName?: string; readonly volumeName?: string };
}

export interface Volume extends TenantObject {
  readonly spec?: {
    readonly csi?: { readonly driver?: string; readonly volumeHandle?: string };
    readonly persistentVolumeReclaimPolicy?: string;
  };
}

interface SnapshotContent extends TenantObject {
  readonly spec?: {
    readonly driver?: string;
    readonly deletionPolicy?: string;
    readonly volumeSnapshotRef?: { readonly name?: string; readonly namespace?: string };
  };
}

export interface Pod extends TenantObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly volumes?: readonly {
      readonly name: string;
      readonly persistentVolumeClaim?: { readonly claimName: string };
      readonly ephemeral?: object;
    }[];
  };
}

/** Objects of a user cluster that have a counterpart in the infra cluster. */
export interface TenantObjects {
  readonly services: readonly Service[];
  readonly claims: readonly Claim[];
  readonly volumes: readonly Volume[];
  readonly snapshots: readonly SnapshotContent[];
}

/** API paths of the kinds. */
export const paths = {
  services: '/api/v1/services',
  claims: '/api/v1/persistentvolumeclaims',
  volumes: '/api/v1/persistentvolumes',
  pods: '/api/v1/pods',
  classes: '/apis/storage.k8s.io/v1/storageclasses',
  snapshotContents: '/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents',
} as const;

/** Returns all pods that are bound to a node. */
export async function podsOnNode<P extends Pod>(
  api: ApiClient,
  node: string,
): Promise<readonly P[]> {
  const query = encodeURIComponent(`spec.nodeName=${node}`);
  return await listOf<P>(api, `${paths.pods}?fieldSelector=${query}`);
}

/** Returns the Services of type LoadBalancer; each has a Service with an address in the infra cluster. */
export async function loadBalancers(api: ApiClient): Promise<readonly Service[]> {
  return (await listOf<Service>(api, paths.services)).filter(
    ({ spec }) => spec?.type === 'LoadBalancer',
  );
}

/** Returns what the CSI driver has created or will create; each object is a disk or a snapshot in the infra cluster. */
export async function storageObjects(api: ApiClient): Promise<Omit<TenantObjects, 'services'>> {
  const [classes, claims, volumes, snapshots] = await Promise.all([
    listOf<StorageClass>(api, paths.classes),
    listOf<Claim>(api, paths.claims),
    listOf<Volume>(api, paths.volumes),
    listOf<SnapshotContent>(api, paths.snapshotContents),
  ]);
  const own = new Set(classes.filter(({ provisioner }) => provisioner === csiDriver).map(nameOf));
  const made = volumes.filter(({ spec }) => spec?.csi?.driver === csiDriver);
  const volumeNames = new Set(made.map(nameOf));
  return {
    claims: claims.filter(
      ({ spec }) =>
        own.has(spec?.storageClassName ?? '') || volumeNames.has(spec?.volumeName ?? ''),
    ),
    // The driver does not delete the disk of a volume with the policy Retain; the disk is deleted with the
    // namespace, if that is.
    volumes: made.filter(({ spec }) => spec?.persistentVolumeReclaimPolicy === 'Delete'),
    snapshots: snapshots.filter(
      ({ spec }) => spec?.driver === csiDriver && spec.deletionPolicy === 'Delete',
    ),
  };
}

/** Returns the names of the claims that a pod mounts, also of its ephemeral volumes. */
export function claimsOf({ metadata, spec }: Pod): readonly string[] {
  return (spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim !== undefined) return [persistentVolumeClaim.claimName];
    return ephemeral === undefined ? [] : [`${metadata.name}-${name}`];
  });
}

/** Returns the name of an object. */
export function nameOf({ metadata }: TenantObject): string {
  return metadata.name;
}

/** Returns `<namespace>/<name>` of an object. */
export function fullName({ metadata }: TenantObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}
