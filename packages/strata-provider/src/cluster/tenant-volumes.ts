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
import { keeperOf } from './workloads.ts';

/** A pod that mounts claims. */
interface Holder {
  readonly words: string;
  /** Its node, if that is not Ready. */
  readonly lostNode: string | undefined;
}

/** Removal of the volumes of a user cluster, which takes several looks. */
export class VolumeRemoval {
  /** Nodes that are not Ready and have pods that mount the claims: such pods do not end. */
  lostNodes: readonly string[] = [];
  readonly #api: ApiClient;
  /** Operators that make the workloads of pods, by the UID of the pod: a workload that is deleted no longer says it. */
  readonly #operators = new Map<string, string>();

  constructor(api: ApiClient) {
    this.#api = api;
  }

  /**
   * Deletes the claims and snapshots of Strata's CSI driver. A claim exists as long as a pod mounts it,
   * so these pods are deleted too, with the workloads that would create them again. Nothing else in the
   * cluster is deleted.
   *
   * @returns descriptions of the objects that still exist, for people; empty when all of them are gone.
   */
  async remove(): Promise<readonly string[]> {
    const { claims, volumes, snapshots } = await storageObjects(this.#api);
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
    await Promise.all(leaving.map((path) => this.#api.delete(path)));
    const held = await this.#removeHolders(new Set(claims.map(fullName)));
    const lostNodes = [...held.values()].flatMap(({ lostNode }) => lostNode ?? []);
    this.lostNodes = [...new Set(lostNodes)];
    return [
      ...claims.map((claim) => `claim ${fullName(claim)}${held.get(fullName(claim))?.words ?? ''}`),
      ...volumes.map((volume) => `volume ${nameOf(volume)}`),
      ...snapshots.map((snapshot) => `snapshot ${nameOf(snapshot)}`),
    ];
  }

  /** Deletes pods that mount the claims, and their workloads. @returns the pod of each mounted claim. */
  async #removeHolders(claims: ReadonlySet<string>): Promise<ReadonlyMap<string, Holder>> {
    if (claims.size === 0) return new Map();
    const api = this.#api;
    const held = new Map<string, Holder>();
    const nodes = await readNodes(api);
    for (const pod of await listOf<Pod>(api, paths.pods)) {
      const mounted = claimsOf(pod)
        .map((claim) => `${pod.metadata.namespace ?? ''}/${claim}`)
        .filter((claim) => claims.has(claim));
      if (mounted.length === 0) continue;
      const operator = await this.#removeWorkload(pod);
      if (stays(pod)) await api.delete(pathOf('/api/v1', 'pods', pod));
      const node = nodes.get(pod.spec?.nodeName ?? '');
      const lostNode = node === undefined || isReadyNode(node) ? undefined : node.metadata.name;
      const holder = { words: holderWords(pod, operator, lostNode), lostNode };
      for (const claim of mounted) held.set(claim, holder);
    }
    return held;
  }

  /** Deletes the workload of a pod. @returns what makes the workload or the pod; undefined when nothing does. */
  async #removeWorkload(pod: Pod): Promise<string | undefined> {
    const { uid = '' } = pod.metadata;
    const { operator, workload } = await keeperOf(this.#api, pod);
    if (operator !== undefined) this.#operators.set(uid, operator);
    if (workload !== undefined) await this.#api.delete(workload);
    return this.#operators.get(uid);
  }
}

function holderWords(pod: Pod, operator: string | undefined, lostNode: string | undefined): string {
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
