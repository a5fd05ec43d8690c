// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { ApiError } from '@strata/cluster-client';
import type { Work } from '../lifecycle/index.ts';
import { listOf, type Machine } from './machines.ts';
import { shortList } from './short-list.ts';
import { cordon, nodePath, type ClusterNode } from './nodes.ts';
import {
  claimsOf,
  paths,
  podsOnNode,
  type Claim,
  type Pod,
  type Volume,
} from './tenant-objects.ts';

/** Time limit in seconds for volumes to be unplugged from a machine after its last pod. */
const detachSeconds = 180;

/**
 * Longest time in milliseconds between two steps of a drain that counts: while the API is away, no pod
 * can be evicted.
 */
const longestPause = 30_000;

/** A wait so far: the time of its last step, and the time that counts, in milliseconds. */
interface Waited {
  readonly at: number;
  readonly total: number;
}

interface RunningPod extends Pod {
  readonly status?: { readonly phase?: string };
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/volume-attachment-v1/ */
interface VolumeAttachment {
  readonly spec?: {
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
}

/** Returns whether a drain leaves a pod running: pods of DaemonSets and static pods of the kubelet. */
function stays({ metadata }: Pod): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind }) => ['DaemonSet', 'Node'].includes(kind));
}

function isOver({ status }: RunningPod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/**
 * Drains machines while they run: cordons the node, evicts its pods as PodDisruptionBudgets allow,
 * and waits until their volumes are unplugged. KubeVirt unplugs nothing from a VM that shuts down, so
 * the drain that the VM itself does at shutdown (`drain.sh`) is too late for volumes: a pod with a
 * volume could start elsewhere only once the whole VM is off.
 *
 * The drain has a time limit, as the VM's own drain does: pods that have not left by then are
 * stopped with the VM.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-handler/vm.go (sync: a shutdown comes before an update)
 */
export class NodeDrain {
  private readonly api: ApiClient;
  private readonly work: Work;
  private readonly timeoutSeconds: number;
  /** Duration of the drain, by the uid of the VM. */
  private readonly begun = new Map<string, Waited>();
  private readonly emptied = new Map<string, Waited>();

  /** @param api - client of the cluster that the machines are nodes of. */
  constructor(api: ApiClient, work: Work, timeoutSeconds: number) {
    this.api = api;
    this.work = work;
    this.timeoutSeconds = timeoutSeconds;
  }

  /**
   * Does the next step of the drain of one machine.
   *
   * @returns what the drain waits for; undefined when the machine may be deleted.
   */
  async step(machine: Machine): Promise<string | undefined> {
    const { name, uid = name } = machine.vm.metadata;
    const node = await this.api.get<ClusterNode>(nodePath(name));
    let staying: readonly Pod[] = [];
    if (node !== undefined) {
      await cordon(this.api, node);
      const pods = await this.podsOn(name);
      const leaving = pods.filter((pod) => !stays(pod));
      if (leaving.length > 0 && !this.isOver(this.begun, uid, this.timeoutSeconds)) {
        return `drains: ${await this.evict(leaving)}`;
      }
      if (leaving.length > 0) {
        const names = leaving.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`);
        this.work.info(
          `${name} is not empty after ${this.timeoutSeconds} s; these pods go down with it: ${shortList(names)}`,
        );
        return undefined;
      }
      staying = pods;
    }
    const volumes = await this.volumesOf(machine, staying);
    if (volumes.length === 0) return undefined;
    if (!this.isOver(this.emptied, uid, detachSeconds)) {
      return `is empty, and its volumes are unplugged: ${shortList(volumes)}`;
    }
    this.work.info(
      `${name} still has volumes ${detachSeconds} s after its last pod: ${shortList(volumes)}`,
    );
    return undefined;
  }

  private async podsOn(node: string): Promise<readonly RunningPod[]> {
    const pods = await podsOnNode<RunningPod>(this.api, node);
    return pods.filter((pod) => !isOver(pod));
  }

  /** Evicts all pods; returns a description of those that are left, with reasons. */
  private async evict(pods: readonly Pod[]): Promise<string> {
    const words: string[] = [];
    for (const { metadata } of pods) {
      const { name, namespace = '', deletionTimestamp } = metadata;
      const title = `${namespace}/${name}`;
      const refusal =
        deletionTimestamp === undefined ? await this.evictOne(namespace, name) : undefined;
      words.push(refusal === undefined ? title : `${title} (${refusal})`);
    }
    return `${pods.length} ${pods.length === 1 ? 'pod is' : 'pods are'} to leave: ${shortList(words)}`;
  }

  /** Evicts a pod. @returns why the eviction is refused; undefined when it is accepted. */
  private async evictOne(namespace: string, name: string): Promise<string | undefined> {
    try {
      await this.api.post(`/api/v1/namespaces/${namespace}/pods/${name}/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { namespace, name },
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return undefined;
      // A PodDisruptionBudget refuses with status 429, a webhook with any status.
      return error.status === 429 ? 'its PodDisruptionBudget does not allow it yet' : error.reason;
    }
  }

  /**
   * Returns the volumes that the cluster shows as attached to the node or that are hotplugged into the
   * VM, without those of pods that stay.
   */
  private async volumesOf(
    { vm, vmi }: Machine,
    staying: readonly Pod[],
  ): Promise<readonly string[]> {
    const attachments = await listOf<VolumeAttachment>(
      this.api,
      '/apis/storage.k8s.io/v1/volumeattachments',
    );
    const attached = attachments
      .filter(({ spec }) => spec?.nodeName === vm.metadata.name)
      .map(({ spec }) => spec?.source?.persistentVolumeName ?? 'a volume');
    const plugged = (vmi?.status?.volumeStatus ?? [])
      .filter(({ hotplugVolume }) => hotplugVolume !== undefined)
      .map(({ name }) => name);
    const found = new Set([...attached, ...plugged]);
    if (found.size === 0) return [];
    for (const pod of staying) {
      for (const claim of claimsOf(pod)) {
        const names = await this.volumeNames(pod.metadata.namespace ?? '', claim);
        for (const name of names) found.delete(name);
      }
    }
    return [...found];
  }

  /**
   * Returns the names of a claim's volume: its name in the cluster, and its volume handle, which the
   * CSI driver uses as the name of the hotplugged volume.
   *
   * @see https://github.com/kubevirt/csi-driver/blob/805f17a9a2801352d7e42b92243f660fcda732c2/pkg/service/controller.go (ControllerPublishVolume)
   */
  private async volumeNames(namespace: string, claim: string): Promise<readonly string[]> {
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${claim}`;
    const name = (await this.api.get<Claim>(path))?.spec?.volumeName;
    if (name === undefined) return [];
    const volume = await this.api.get<Volume>(`${paths.volumes}/${name}`);
    return [name, volume?.spec?.csi?.volumeHandle ?? name];
  }

  private isOver(waits: Map<string, Waited>, uid: string, seconds: number): boolean {
    const now = this.work.clock.now().getTime();
    const { at, total } = waits.get(uid) ?? { at: now, total: 0 };
    const next = { at: now, total: total + Math.min(now - at, longestPause) };
    waits.set(uid, next);
    return next.total >= seconds * 1_000;
  }
}
