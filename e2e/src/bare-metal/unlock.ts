// SPDX-License-Identifier: Apache-2.0
import type { StandIn } from '@strata/infra/testing';

const lock = 'kubeone.io/upgrade-in-progress';

/** Takes KubeOne's lock off the node that has it; returns what an update says of it before. */
export function unlock(kubeone: StandIn): string {
  const nodes = kubeone.nodes();
  const [name, node] = Object.entries(nodes).find(([, { labels }]) => lock in labels) ?? [];
  if (name === undefined || node === undefined) throw new Error('no node was being updated');
  const labels = Object.fromEntries(Object.entries(node.labels).filter(([key]) => key !== lock));
  kubeone.setNodes({ ...nodes, [name]: { ...node, labels } });
  return `error: KubeOne begins no update: the node ${name} has the label ${lock}, which`;
}
