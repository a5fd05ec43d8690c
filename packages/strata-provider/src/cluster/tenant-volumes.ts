// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { listOf } from './machines.ts';
import { isReadyNode, readNodes } from './nodes.ts';
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

/** Result of {@link removeVolumes}. */
export interface LeftVolumes {
  /** Descriptions of the objects that still exist, for people; empty when all of them are gone. */
  readonly left: readonly string[];
  /** Nodes that are not Ready and have pods that mount the claims: such pods do not end. */
  readonly lostNodes: readonly string[];
}

/** A pod that mounts claims. */
interface Holder {
  readonly words: string;
  /** Its node, if that is not Ready. */
  readonly lostNode: string | undefined;
}

/**
 * Deletes the claims and snapshots of Strata's CSI driver. A claim exists as long as a pod mounts it,
 * so these pods are deleted too, with the workloads that would create them again. Nothing else in the
 * cluster is deleted.
 */
export async function removeVolumes(api: ApiClient): Promise<LeftVolumes> {
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
  const left = [
    ...claims.map((claim) => `claim ${fullName(claim)}${held.get(fullName(claim))?.words ?? ''}`),
    ...volumes.map((volume) => `volume ${nameOf(volume)}`),
    ...snapshots.map((snapshot) => `snapshot ${nameOf(snapshot)}`),
  ];
  const lostNodes = [...held.values()].flatMap(({ lostNode }) => lostNode ?? []);
  return { left, lostNodes: [...new Set(lostNodes)] };
}

/** Deletes pods that mount the claims, and their workloads. @returns the pod of each mounted claim. */
async function removeHolders(
  api: ApiClient,
  claims: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Holder>> {
  if (claims.size === 0) return new Map();
  const held = new Map<string, Holder>();
  const nodes = await readNodes(api);
  for (const pod of await listOf<Pod>(api, paths.pods)) {
    const mounted = claimsOf(pod)
      .map((claim) => `${pod.metadata.namespace ?? ''}/${claim}`)
      .filter((claim) => claims.has(claim));
    if (mounted.length === 0) continue;
    const keeper = await keeperOf(api, pod);
    if (keeper.workload !== undefined) await api.delete(keeper.workload);
    if (stays(pod)) await api.delete(pathOf('/api/v1', 'pods', pod));
    const node = nodes.get(pod.spec?.nodeName ?? '');
    const lostNode = node === undefined || isReadyNode(node) ? undefined : node.metadata.name;
    const holder = { words: holderWords(pod, keeper, lostNode), lostNode };
    for (const claim of mounted) held.set(claim, holder);
  }
  return held;
}

function holderWords(pod: Pod, { operator }: Keeper, lostNode: string | undefined): string {
  const maker = operator === undefined ? '' : `, which ${operator} makes`;
  const place = lostNode === undefined ? '' : ` on node ${lostNode}, which is not Ready`;
  return `, mounted by pod ${fullName(pod)}${maker}${place}`;
}

function stays({ metadata }: TenantObject): boolean {
  return metadata.deletionTimestamp === undefined;
}

function pathOf(base: string, plural: string, { metadata }: TenantObject): string {
  return `${base}/namespaces/${metadata.namespace ?? ''}/${plural}/${metadata.name}`;
}
