// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';

/** Abilities of a StorageClass, which the stacks above check their configuration against. */
export interface StorageFacts {
  readonly name: string;
  readonly provisioner: string;
  /** `WaitForFirstConsumer`: a volume is created where its first pod is scheduled. */
  readonly volumeBindingMode: 'Immediate' | 'WaitForFirstConsumer';
  /** Whether volumes can grow. */
  readonly canExpand: boolean;
  /** Whether volumes exist only in some zones or on some hosts. */
  readonly isTopologyBound: boolean;
  /** Name of a VolumeSnapshotClass with the same driver, if there is one. */
  readonly snapshotClass?: string;
  /** Access modes from CDI's StorageProfile, their only source. Live migration needs `ReadWriteMany`. */
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
 * Returns the facts of one StorageClass.
 *
 * @param wanted - its name; undefined: the default StorageClass of the cluster.
 * @returns undefined when there is no such StorageClass.
 * @throws ClusterError when the cluster cannot be reached in time, or refuses the request.
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
