// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient } from './api-client.ts';
import type { Machine } from './machines.ts';
import { bootOf, nodePath, type ClusterNode } from './nodes.ts';
import { podsOnNode } from './tenant-objects.ts';

/** What there was of a machine that was deleted. */
interface ReplacedMachine {
  /** The uid of its VM. */
  readonly vm: string | undefined;
  readonly node: ClusterNode | undefined;
}

/**
 * Machines that a rollout has deleted, until their nodes are gone too: others of their names are to
 * join as new nodes. A kubelet that finds its node leaves it the labels and taints of the machine
 * before. The cloud controller removes nodes as well, but looks only now and then.
 *
 * A node whose kubelet has booted since belongs to the next machine already. It is left alone, for a
 * kubelet registers once: without its node the machine is none of the cluster's for some minutes, until
 * its `keep-node.sh` has started the kubelet again.
 *
 * With a node go its pods, which nobody runs any more. The garbage collector of pods would wait 40 s, and
 * leaves them if a node of that name is back by then. A DaemonSet then makes none anew as long as it backs
 * off: each pod that a kubelet ended or refused while its machine shut down doubles that time, up to
 * 15 min, in which the new node has no network.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/kubelet_node_status.go (registerWithAPIServer, tryRegisterWithAPIServer)
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/controller/daemon/daemon_controller.go (podsShouldBeOnNode: failedPodsBackoff)
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/controller/podgc/gc_controller.go (gcOrphaned, quarantineTime)
 */
export class ReplacedMachines {
  private readonly api: ApiClient | undefined;
  private readonly machines = new Map<string, ReplacedMachine>();

  /** @param api - of the cluster that the machines are nodes of. */
  constructor(api: ApiClient | undefined) {
    this.api = api;
  }

  /** Writes down what there was of a machine that goes now. */
  add({ vm }: Machine, nodes: ReadonlyMap<string, ClusterNode>): void {
    const { name, uid } = vm.metadata;
    this.machines.set(name, { vm: uid, node: nodes.get(name) });
  }

  /** Removes the nodes of those that are gone. @param machines - that are there. */
  async forgetNodes(machines: readonly Machine[]): Promise<void> {
    const uids = new Map(machines.map(({ vm }) => [vm.metadata.name, vm.metadata.uid]));
    for (const [name, { vm, node }] of this.machines) {
      if (uids.has(name) && uids.get(name) === vm) continue;
      if (node !== undefined) await this.forgetNode(node);
      this.machines.delete(name);
    }
  }

  private async forgetNode(node: ClusterNode): Promise<void> {
    const { api } = this;
    const { name, uid } = node.metadata;
    const found = await api?.get<ClusterNode>(nodePath(name));
    // The cloud controller may have removed it; its pods are there for a while.
    const isLeft = found === undefined || bootOf(found) === bootOf(node);
    if (api === undefined || !isLeft) return;
    const pods = await podsOnNode(api, name);
    if (found !== undefined) await unlessReplaced(api.delete(nodePath(name), uid));
    for (const { metadata } of pods) {
      const path = `/api/v1/namespaces/${metadata.namespace ?? ''}/pods/${metadata.name}`;
      await unlessReplaced(api.delete(path, metadata.uid, 0));
    }
  }
}

/** That another object has the name by now is no error. */
async function unlessReplaced(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}
