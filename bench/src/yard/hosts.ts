// SPDX-License-Identifier: Apache-2.0
import type { ApiObject } from '@strata/sandbox/parts';
import { setTimeout } from 'node:timers/promises';
import type { YardCluster } from './yard-cluster.ts';

interface Node extends ApiObject {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Seconds until all hosts must be Ready. */
const patience = 300;

/** Number of hosts that are added at once. */
const batch = 20;

const nodes = '/api/v1/nodes';

const isReady = ({ status }: Node) =>
  status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') === true;

async function addNode({ api }: YardCluster, index: number): Promise<void> {
  const metadata = {
    name: `host-${index}`,
    labels: { 'topology.kubernetes.io/zone': `zone-${index % 3}` },
  };
  const body = { apiVersion: 'v1', kind: 'Node', metadata, spec: {} };
  await api.request('POST', nodes, { body });
}

/**
 * Adds hosts to a cluster: Nodes that kwok keeps Ready.
 *
 * @throws Error when they are not all Ready in time.
 */
export async function addHosts(cluster: YardCluster, count: number): Promise<void> {
  for (let first = 0; first < count; first += batch) {
    const size = Math.min(batch, count - first);
    await Promise.all(Array.from({ length: size }, (_, index) => addNode(cluster, first + index)));
  }
  cluster.keepNodes();
  const end = Date.now() + patience * 1_000;
  for (;;) {
    const { items } = await cluster.api.request<{ readonly items: readonly Node[] }>('GET', nodes);
    const ready = items.filter(isReady).length;
    if (ready === count) return;
    if (Date.now() > end) {
      throw new Error(`of ${count} hosts only ${ready} are Ready after ${patience} s.`);
    }
    await setTimeout(1_000);
  }
}
