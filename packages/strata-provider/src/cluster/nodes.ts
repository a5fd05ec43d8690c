// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { oneLine } from '@strata/contracts/one-line';
import { listOf, type Metadata } from './machines.ts';

/** Annotation of nodes that Strata cordoned for a drain; the next machine of that name removes it (`drain.sh`). */
const drainedAnnotation = 'strata.dev/drained';

/** Fields of a node that a rollout reads. */
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

/** Returns all nodes by name. */
export async function readNodes(api: ApiClient): Promise<ReadonlyMap<string, ClusterNode>> {
  const nodes = await listOf<ClusterNode>(api, '/api/v1/nodes');
  return new Map(nodes.map((node) => [node.metadata.name, node]));
}

/** Returns whether the condition Ready of a node is true. */
export function isReadyNode({ status }: ClusterNode): boolean {
  return status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') === true;
}

/**
 * Returns why the node of a running machine is not Ready, as the predicate of "<name> ...", with the
 * message of its kubelet on one line; undefined when the node is Ready.
 *
 * @param node - undefined when the cluster has no node of the machine's name.
 */
export function nodeProblem(node: ClusterNode | undefined): string | undefined {
  if (node === undefined) return 'runs, and is no node of its cluster yet';
  if (isReadyNode(node)) return undefined;
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
  const why = ready?.message === undefined ? '' : `: ${oneLine(ready.message)}`;
  return `runs, and its node is not Ready yet${why}`;
}

/** Returns the boot ID that the kubelet last reported. */
export function bootOf({ status }: ClusterNode): string | undefined {
  return status?.nodeInfo?.bootID;
}

/** Returns whether a node is cordoned because of a drain by Strata. */
function isDrained({ metadata, spec }: ClusterNode): boolean {
  return spec?.unschedulable === true && metadata.annotations?.[drainedAnnotation] === 'true';
}

/** Cordons a node and annotates it as drained by Strata. Does not change a node that is already cordoned, for example by an administrator. */
export async function cordon(api: ApiClient, node: ClusterNode): Promise<void> {
  if (node.spec?.unschedulable === true) return;
  await api.patch(nodePath(node.metadata.name), {
    metadata: { annotations: { [drainedAnnotation]: 'true' } },
    spec: { unschedulable: true },
  });
}

/** Uncordons those of the named nodes that {@link cordon} has cordoned, because their machines stay. */
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
