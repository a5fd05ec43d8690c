// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { ApiError } from '@strata/cluster-client';
import type { Work } from '../lifecycle/index.ts';
import type { Machine } from './machines.ts';
import { bootOf, nodePath, type ClusterNode } from './nodes.ts';
import { podsOnNode } from './tenant-objects.ts';

/** A deleted machine: its VM and its node as they were. */
interface ReplacedMachine {
  /** Uid of its VM. */
  readonly vm: string | undefined;
  readonly node: ClusterNode | undefined;
}

/**
 * Machines that a rollout has deleted and whose nodes still have to be deleted, so that the next
 * machines of these names join as new nodes. A kubelet that finds a node of its name keeps the labels
 * and taints of the former machine. The cloud controller deletes nodes as well, but checks them only
 * from time to time.
 *
 * A node with another boot ID already belongs to the next machine and is kept. A kubelet registers
 * only once: if its node were deleted, the machine would be missing from the cluster for some
 * minutes, until its `keep-node.sh` restarts the kubelet.
 *
 * The pods of a deleted node are deleted too, since no kubelet runs them. The pod garbage collector
 * would wait 40 s, and keeps them if a node of that name exists again by then. A DaemonSet creates no
 * new pod while it backs off: each pod that a kubelet ended or refused during the shutdown doubles
 * that time, up to 15 min, during which the new node would have no network.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/kubelet_node_status.go (registerWithAPIServer, tryRegisterWithAPIServer)
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/controller/daemon/daemon_controller.go (podsShouldBeOnNode: failedPodsBackoff)
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/controller/podgc/gc_controller.go (gcOrphaned, quarantineTime)
 */
export class ReplacedMachines {
  private readonly api: ApiClient | undefined;
  private readonly work: Work;
  private readonly machines = new Map<string, ReplacedMachine>();
  private hasSaidRefusal = false;

  /** @param api - client of the cluster that the machines are nodes of. */
  constructor(api: ApiClient | undefined, work: Work) {
    this.api = api;
    this.work = work;
  }

  /** Records a machine that is about to be deleted, with its node. */
  add({ vm }: Machine, nodes: ReadonlyMap<string, ClusterNode>): void {
    const { name, uid } = vm.metadata;
    this.machines.set(name, { vm: uid, node: nodes.get(name) });
  }

  /**
   * Deletes the nodes of recorded machines that are gone.
   *
   * @param machines - machines that exist now.
   * @returns the names of those that were gone.
   */
  async forgetNodes(machines: readonly Machine[]): Promise<readonly string[]> {
    const gone: string[] = [];
    const uids = new Map(machines.map(({ vm }) => [vm.metadata.name, vm.metadata.uid]));
    for (const [name, { vm, node }] of this.machines) {
      if (uids.has(name) && uids.get(name) === vm) continue;
      if (node !== undefined) await this.forgetNode(node);
      this.machines.delete(name);
      gone.push(name);
    }
    return gone;
  }

  private async forgetNode(node: ClusterNode): Promise<void> {
    const { api } = this;
    const { name, uid } = node.metadata;
    const found = await api?.get<ClusterNode>(nodePath(name));
    // The cloud controller may have deleted the node; its pods exist for a while.
    const isLeft = found === undefined || bootOf(found) === bootOf(node);
    if (api === undefined || !isLeft) return;
    const pods = await podsOnNode(api, name);
    if (found !== undefined) await this.tryTo(api.delete(nodePath(name), uid));
    for (const { metadata } of pods) {
      const path = `/api/v1/namespaces/${metadata.namespace ?? ''}/pods/${metadata.name}`;
      await this.tryTo(api.delete(path, metadata.uid, 0));
    }
  }

  /**
   * Waits for a deletion. Ignores the conflict when another object has the name by now, and says once
   * when the cluster refuses, as a webhook or policy may: that must not stop the rollout.
   */
  private async tryTo(deletion: Promise<void>): Promise<void> {
    try {
      await deletion;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409) return;
      if (error.isPassing) throw error;
      if (!this.hasSaidRefusal) {
        this.work.info(
          `nodes or pods of deleted machines stay, and the next machine of such a name may take over labels and taints: ${error.message}`,
        );
      }
      this.hasSaidRefusal = true;
    }
  }
}
