// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient } from './api-client.ts';
import type { Machine } from './machines.ts';
import { bootOf, nodePath, type ClusterNode } from './nodes.ts';

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
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/kubelet_node_status.go (registerWithAPIServer, tryRegisterWithAPIServer)
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
    const { name, uid } = node.metadata;
    const found = await this.api?.get<ClusterNode>(nodePath(name));
    if (found === undefined || bootOf(found) !== bootOf(node)) return;
    try {
      await this.api?.delete(nodePath(name), uid);
    } catch (error) {
      // Another node has the name by now.
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  }
}
