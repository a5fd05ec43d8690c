// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-reader';

/** What a StorageClass can do, for the layers above to check against. */
export interface StorageFacts {
  readonly name: string;
  readonly provisioner: string;
  /** A volume is made where its first pod runs, so its pod decides the place. */
  readonly volumeBindingMode: 'Immediate' | 'WaitForFirstConsumer';
  /** Volumes can grow. */
  readonly canExpand: boolean;
  /** Volumes are in some zones or hosts only. */
  readonly isTopologyBound: boolean;
  /** A VolumeSnapshotClass for it, if there is one. */
  readonly snapshotClass?: string;
  /** As CDI knows them; nobody else tells. `ReadWriteMany` is what live migration needs. */
  readonly accessModes?: string[];
}

interface Named {
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
}

interface ClassObject extends Named {
  readonly provisioner: string;
  readonly volumeBindingMode?: StorageFacts['volumeBindingMode'];
  readonly allowVolumeExpansion?: boolean;
  readonly allowedTopologies?: readonly unknown[];
}

interface SnapshotClassObject extends Named {
  readonly driver: string;
}

interface ProfileObject {
  readonly status?: {
    readonly claimPropertySets?: readonly { readonly accessModes?: readonly string[] }[];
  };
}

const isDefault = ({ metadata }: Named) =>
  metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true';

/**
 * The facts of one StorageClass.
 *
 * @param wanted - its name; undefined: the cluster's default.
 * @returns undefined when there is none.
 * @throws ClusterError when the cluster cannot be reached in time, or refuses.
 */
export async function readStorageFacts(
  kubeconfig: string,
  wanted?: string,
): Promise<StorageFacts | undefined> {
  const { get } = clusterReader(kubeconfig);
  const [classes, snapshotClasses] = await Promise.all([
    get<{ readonly items: readonly ClassObject[] }>('/apis/storage.k8s.io/v1/storageclasses'),
    get<{ readonly items: readonly SnapshotClassObject[] }>(
      '/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses',
    ),
  ]);
  const found = classes?.items.find((one) =>
    wanted === undefined ? isDefault(one) : one.metadata.name === wanted,
  );
  if (found === undefined) return undefined;
  const { name } = found.metadata;
  const profile = await get<ProfileObject>(`/apis/cdi.kubevirt.io/v1beta1/storageprofiles/${name}`);
  const modes = profile?.status?.claimPropertySets?.flatMap(({ accessModes = [] }) => accessModes);
  const snapshotClass = snapshotClasses?.items.find(({ driver }) => driver === found.provisioner);
  return {
    name,
    provisioner: found.provisioner,
    volumeBindingMode: found.volumeBindingMode ?? 'Immediate',
    canExpand: found.allowVolumeExpansion ?? false,
    isTopologyBound: (found.allowedTopologies ?? []).length > 0,
    ...(snapshotClass !== undefined && { snapshotClass: snapshotClass.metadata.name }),
    ...(modes !== undefined && { accessModes: [...new Set(modes)].sort() }),
  };
}
