// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from './api-client.ts';
import { listOf, type Metadata } from './machines.ts';

/** On a node that was cordoned for a drain of ours: its next machine takes it away (`drain.sh`). */
const drainedAnnotation = 'strata.dev/drained';

/** A node, as the cluster itself has it. */
export interface ClusterNode {
  readonly metadata: Metadata & { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly nodeInfo?: { readonly bootID?: string };
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly message?: string;
    }[];
  };
}

export const nodePath = (name: string) => `/api/v1/nodes/${name}`;

/** All nodes, by name. */
export async function readNodes(api: ApiClient): Promise<ReadonlyMap<string, ClusterNode>> {
  const nodes = await listOf<ClusterNode>(api, '/api/v1/nodes');
  return new Map(nodes.map((node) => [node.metadata.name, node]));
}

/** Whether its kubelet says that it is Ready. */
export function isReadyNode({ status }: ClusterNode): boolean {
  return status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') === true;
}

/**
 * Why the node of a machine that runs does not count yet, in its kubelet's words. Completes "<name> ...".
 *
 * @param node - undefined: the cluster has no node of the machine's name.
 */
export function nodeProblem(node: ClusterNode | undefined): string | undefined {
  if (node === undefined) return 'runs, and is no node of its cluster yet';
  if (isReadyNode(node)) return undefined;
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
  const why = ready?.message === undefined ? '' : `: ${ready.message}`;
  return `runs, and its node is not Ready yet${why}`;
}

/** Which start of its machine its kubelet last told of. */
export function bootOf({ status }: ClusterNode): string | undefined {
  return status?.nodeInfo?.bootID;
}

/** Whether it takes no pods because of a drain of ours. */
function isDrained({ metadata, spec }: ClusterNode): boolean {
  return spec?.unschedulable === true && metadata.annotations?.[drainedAnnotation] === 'true';
}

/** Lets no more pods come. What an administrator has cordoned stays his. */
export async function cordon(api: ApiClient, node: ClusterNode): Promise<void> {
  if (node.spec?.unschedulable === true) return;
  await api.patch(nodePath(node.metadata.name), {
    metadata: { annotations: { [drainedAnnotation]: 'true' } },
    spec: { unschedulable: true },
  });
}

/** Takes back every {@link cordon} of ours on the named nodes: their machines stay after all. */
export async function uncordonDrained(
  api: ApiClient,
  nodes: ReadonlyMap<string, ClusterNode>,
  names: readonly string[],
): Promise<void> {
  for (const node of names.flatMap((name) => nodes.get(name) ?? [])) {
    if (isDrained(node)) await uncordon(api, node);
  }
}

async function uncordon(api: ApiClient, node: ClusterNode): Promise<void> {
  await api.patch(nodePath(node.metadata.name), {
    metadata: { annotations: { [drainedAnnotation]: null } },
    spec: { unschedulable: null },
  });
}
