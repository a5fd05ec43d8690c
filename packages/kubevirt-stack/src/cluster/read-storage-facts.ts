// SPDX-License-Identifier: Apache-2.0
import type { ClusterReader } from '@strata/cluster-client';
import { cloneStrategies } from '../config/cdi-fields.ts';
import type { ClusterFacts, StorageClassFacts } from './cluster-facts.ts';
import { modesByVolumeMode } from './modes-by-volume-mode.ts';
import type { VolumeModes } from './modes-by-volume-mode.ts';

interface List<T> {
  readonly items: readonly T[];
}

interface StorageClassObject {
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly provisioner: string;
  readonly allowVolumeExpansion?: boolean;
  readonly volumeBindingMode?: StorageClassFacts['volumeBindingMode'];
  readonly allowedTopologies?: readonly unknown[];
  readonly parameters?: Readonly<Record<string, string>>;
}

interface StorageProfileObject {
  readonly metadata: { readonly name: string };
  readonly status?: {
    readonly provisioner?: string;
    readonly claimPropertySets?: readonly Partial<VolumeModes>[];
  };
}

interface SnapshotClassObject {
  readonly metadata: { readonly name: string };
  readonly driver: string;
}

/**
 * Returns the access modes that CDI knows for a StorageClass. CDI leaves `claimPropertySets` out of a
 * StorageProfile that it has filled in if it does not know the storage.
 */
function accessModes(profile: StorageProfileObject | undefined): string[] | undefined {
  if (profile?.status?.provisioner === undefined) return undefined;
  const sets = profile.status.claimPropertySets ?? [];
  return [...new Set(sets.flatMap((one) => one.accessModes ?? []))].sort();
}

function storageClass(
  object: StorageClassObject,
  profiles: readonly StorageProfileObject[],
): StorageClassFacts {
  const { metadata, provisioner, allowVolumeExpansion = false } = object;
  const profile = profiles.find((one) => one.metadata.name === metadata.name);
  const cloneStrategy = cloneStrategies.find(
    (one) => one === metadata.annotations?.['cdi.kubevirt.io/clone-strategy'],
  );
  return {
    name: metadata.name,
    provisioner,
    allowVolumeExpansion,
    volumeBindingMode: object.volumeBindingMode ?? 'Immediate',
    isTopologyBound: (object.allowedTopologies ?? []).length > 0,
    parameters: object.parameters ?? {},
    ...(cloneStrategy !== undefined && { cloneStrategy }),
    accessModes: accessModes(profile),
    usualAccessModes: profile?.status?.claimPropertySets?.[0]?.accessModes,
    byVolumeMode: modesByVolumeMode(profile?.status?.claimPropertySets),
  };
}

function snapshotClassesIn(
  objects: readonly SnapshotClassObject[],
): ClusterFacts['snapshotClasses'] {
  return objects
    .map(({ metadata: { name }, driver }) => ({ name, driver }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Reads what the infra cluster has of StorageClasses, of their snapshots, and what CDI knows of them. */
export async function readStorageFacts({
  get,
}: ClusterReader): Promise<Pick<ClusterFacts, 'storageClasses' | 'snapshotClasses'>> {
  const [classes, profiles, snapshotClasses] = await Promise.all([
    get<List<StorageClassObject>>('/apis/storage.k8s.io/v1/storageclasses'),
    get<List<StorageProfileObject>>('/apis/cdi.kubevirt.io/v1beta1/storageprofiles'),
    get<List<SnapshotClassObject>>('/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses'),
  ]);
  return {
    storageClasses: (classes?.items ?? []).map((one) => storageClass(one, profiles?.items ?? [])),
    snapshotClasses: snapshotClassesIn(snapshotClasses?.items ?? []),
  };
}
