// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { listOf } from './machines.ts';
import {
  claimsOf,
  fullName,
  nameOf,
  paths,
  storageObjects,
  type Pod,
  type TenantObject,
} from './tenant-objects.ts';
import { keeperOf, type Keeper } from './workloads.ts';

/**
 * Deletes the claims and snapshots of Strata's CSI driver. A claim exists as long as a pod mounts it,
 * so these pods are deleted too, with the workloads that would create them again. Nothing else in the
 * cluster is deleted.
 *
 * @returns descriptions of what still exists, for people; empty when all of it is gone.
 */
export async function removeVolumes(api: ApiClient): Promise<readonly string[]> {
  const { claims, volumes, snapshots } = await storageObjects(api);
  const leaving = [
    ...claims.filter(stays).map((claim) => pathOf('/api/v1', 'persistentvolumeclaims', claim)),
    ...snapshots.filter(stays).map(({ spec, metadata }) => {
      const { name, namespace } = spec?.volumeSnapshotRef ?? {};
      const group = '/apis/snapshot.storage.k8s.io/v1';
      return name === undefined || namespace === undefined
        ? `${group}/volumesnapshotcontents/${metadata.name}`
        : `${group}/namespaces/${namespace}/volumesnapshots/${name}`;
    }),
  ];
  await Promise.all(leaving.map((path) => api.delete(path)));
  const held = await removeHolders(api, new Set(claims.map(fullName)));
  return [
    ...claims.map((claim) => `claim ${fullName(claim)}${held.get(fullName(claim)) ?? ''}`),
    ...volumes.map((volume) => `volume ${nameOf(volume)}`),
    ...snapshots.map((snapshot) => `snapshot ${nameOf(snapshot)}`),
  ];
}

/** Deletes pods that mount the claims, and their workloads. @returns a description of the pod for each mounted claim. */
async function removeHolders(
  api: ApiClient,
  claims: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (claims.size === 0) return new Map();
  const held = new Map<string, string>();
  for (const pod of await listOf<Pod>(api, paths.pods)) {
    const mounted = claimsOf(pod)
      .map((claim) => `${pod.metadata.namespace ?? ''}/${claim}`)
      .filter((claim) => claims.has(claim));
    if (mounted.length === 0) continue;
    const keeper = await keeperOf(api, pod);
    if (keeper.workload !== undefined) await api.delete(keeper.workload);
    if (stays(pod)) await api.delete(pathOf('/api/v1', 'pods', pod));
    for (const claim of mounted) held.set(claim, holderWords(pod, keeper));
  }
  return held;
}

function holderWords(pod: Pod, { operator }: Keeper): string {
  const maker = operator === undefined ? '' : `, which ${operator} makes`;
  return `, mounted by pod ${fullName(pod)}${maker}`;
}

function stays({ metadata }: TenantObject): boolean {
  return metadata.deletionTimestamp === undefined;
}

function pathOf(base: string, plural: string, { metadata }: TenantObject): string {
  return `${base}/namespaces/${metadata.namespace ?? ''}/${plural}/${metadata.name}`;
}
