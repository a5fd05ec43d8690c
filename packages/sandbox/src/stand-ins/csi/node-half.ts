// SPDX-License-Identifier: Apache-2.0
import { ApiRefusal, type ApiClient } from '../api-client.ts';
import { messageOf, type Log } from '../log.ts';
import { ObjectCache } from '../object-cache.ts';
import type { KubeObject } from '../objects.ts';
import { WorkQueue } from '../work-queue.ts';
import { resolveNodeId, type IdentifiedNode } from './node-identity.ts';
import { driverName, paths, type CsiNode } from './storage-objects.ts';

/** Name of the node plugin's DaemonSet. */
export const nodePlugin = 'kubevirt-csi-node';

interface PluginPod extends KubeObject {
  readonly spec: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string };
}

export interface NodeHalfOptions {
  /**
   * Of the tenant. On metal the kubelet registers the driver, so its credentials are the right
   * ones: with `nodeName` nothing is asked for that NodeRestriction and the node authorizer refuse.
   */
  readonly tenant: ApiClient;
  /** Only this node. @default all nodes */
  readonly nodeName?: string;
  readonly log: Log;
  /** @default 2 s to 1 min */
  readonly backoff?: { readonly first: number; readonly most: number };
}

/**
 * Plays the driver's node plugin up to its registration: once the plugin's pod runs on a node and
 * the node says which machine it is, the node's CSINode names the driver. Nothing is mounted.
 */
export class NodeHalf {
  private readonly options: NodeHalfOptions;
  private readonly nodes: ObjectCache<IdentifiedNode>;
  private readonly pods: ObjectCache<PluginPod>;
  private readonly queue: WorkQueue;

  constructor(options: NodeHalfOptions) {
    this.options = options;
    const { tenant, nodeName, log, backoff = { first: 2_000, most: 60_000 } } = options;
    this.queue = new WorkQueue({
      ...{ name: nodePlugin, sync: (key) => this.sync(key), log, backoff },
    });
    const only = (field: string) =>
      nodeName === undefined ? '' : `?fieldSelector=${encodeURIComponent(`${field}=${nodeName}`)}`;
    this.nodes = new ObjectCache<IdentifiedNode>(
      ...([tenant, `/api/v1/nodes${only('metadata.name')}`, log] as const),
      (now) => now !== undefined && this.queue.add(now.metadata.name),
    );
    this.pods = new ObjectCache<PluginPod>(
      ...([tenant, `/api/v1/pods${only('spec.nodeName')}`, log] as const),
      (now) => {
        if (now !== undefined && isRunningPlugin(now)) this.queue.add(now.spec.nodeName ?? '');
      },
    );
  }

  start(): this {
    this.nodes.start();
    this.pods.start();
    return this;
  }

  stop(): void {
    this.nodes.stop();
    this.pods.stop();
    this.queue.stop();
  }

  private async sync(name: string): Promise<void> {
    const node = this.nodes.get(name);
    const isPluginThere = this.pods
      .list()
      .some((pod) => pod.spec.nodeName === name && isRunningPlugin(pod));
    if (node === undefined || !isPluginThere) return;
    const path = `${paths.csiNodes}/${name}`;
    const found = await this.options.tenant.find<CsiNode>(path);
    const isOfNode = found?.metadata.ownerReferences?.some(({ uid }) => uid === node.metadata.uid);
    const drivers = isOfNode === true ? (found?.spec.drivers ?? []) : [];
    // The plugin reads the annotations once, when it starts.
    if (drivers.some((driver) => driver.name === driverName)) return;
    const entry = { name: driverName, nodeID: resolveNodeId(node), topologyKeys: null };
    const wanted = renderCsiNode(node, [...drivers, entry], found);
    if (found === undefined) await this.options.tenant.create(paths.csiNodes, wanted);
    else await this.options.tenant.replace(path, wanted);
    this.options.log.info(`registered ${driverName} on node ${name} as ${entry.nodeID}`);
  }
}

function renderCsiNode(
  { metadata }: IdentifiedNode,
  drivers: readonly object[],
  found: CsiNode | undefined,
): object {
  const { name, uid } = metadata;
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: {
      ...{ ...found?.metadata, name },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }],
    },
    spec: { drivers },
  };
}

function isRunningPlugin({ metadata, status }: PluginPod): boolean {
  const isPlugin = metadata.ownerReferences?.some(
    ({ kind, name }) => kind === 'DaemonSet' && name === nodePlugin,
  );
  return (
    isPlugin === true && status?.phase === 'Running' && metadata.deletionTimestamp === undefined
  );
}

/** What the node half needs for all nodes, and only the sandbox does. */
const rights = [
  { group: '', resource: 'nodes', verb: 'list' },
  { group: '', resource: 'pods', verb: 'list' },
  { group: 'storage.k8s.io', resource: 'csinodes', verb: 'create' },
] as const;

/**
 * Whether the credentials would do for all nodes. The controller's need not: then the kubelet that
 * the guest plays does it, and no rule has to be granted that is not needed on metal.
 */
export async function mayPlayAllNodes(tenant: ApiClient, log: Log): Promise<boolean> {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  for (const resourceAttributes of rights) {
    try {
      const { status } = await tenant.create<{ status: { allowed: boolean } }>(path, {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes },
      });
      if (!status.allowed) return false;
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 403) return false;
      log.warning(`cannot ask for own rights: ${messageOf(error)}`);
      throw error;
    }
  }
  return true;
}
