// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient } from '@strata/cluster-client';
import { isDeepStrictEqual } from 'node:util';
import { renderCsiNode, type CsiDriver } from './csi-drivers.ts';
import { defaultLabels, renderNode, renderNodeStatus, type NodeFacts } from './node-object.ts';
import type { ApiObject, Node } from './objects.ts';
import { patchStrategic } from './patch-strategic.ts';

/** Milliseconds after which a status without changes is reported again. */
const reportInterval = 60_000;

/**
 * Seconds after which a lease that is not renewed expires.
 *
 * @see https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/ nodeLeaseDurationSeconds
 */
const leaseSeconds = 40;

interface Lease extends ApiObject {
  readonly spec: Readonly<Record<string, unknown>>;
}

/** Returns whether an error is an API error with this status. */
function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Keeps the objects of the node itself: Node, lease and CSINode. */
export class NodeAgent {
  private readonly api: ApiClient;
  private readonly facts: () => NodeFacts;
  private lease: Lease | undefined;
  private reported: unknown;
  private reportedAt = 0;
  private drivers: readonly CsiDriver[] | undefined;
  /** The Node as the API has it; undefined before it is registered. */
  node: Node | undefined;

  constructor(api: ApiClient, facts: () => NodeFacts) {
    this.api = api;
    this.facts = facts;
  }

  private get path(): string {
    return `/api/v1/nodes/${this.facts().settings.nodeName}`;
  }

  /**
   * Creates the Node. A Node that exists already keeps its labels and taints, except for the labels
   * that a kubelet corrects. The real kubelet, too, reads --node-labels only for a new Node.
   *
   * @returns Whether the Node is new.
   */
  async register(): Promise<boolean> {
    try {
      this.node = await this.api.request<Node>('POST', '/api/v1/nodes', {
        body: renderNode(this.facts()),
      });
      return true;
    } catch (error) {
      if (!hasStatus(error, 409)) throw error;
      const labels = defaultLabels(this.facts().settings.nodeName);
      this.node = await patchStrategic<Node>(this.api, this.path, { metadata: { labels } });
      return false;
    }
  }

  /** Reads the Node, then reports the status if it has changed. */
  async report(): Promise<void> {
    this.node = await this.api.request<Node>('GET', this.path);
    const status = renderNodeStatus(this.facts(), this.node);
    const comparable = {
      ...status,
      conditions: status.conditions.map(({ type, status, reason }) => ({ type, status, reason })),
    };
    const known = this.node.status?.conditions?.find(({ type }) => type === 'Ready');
    const ready = status.conditions.find(({ type }) => type === 'Ready');
    const isSame = isDeepStrictEqual(comparable, this.reported) && known?.status === ready?.status;
    if (isSame && Date.now() - this.reportedAt < reportInterval) return;
    this.node = await patchStrategic<Node>(this.api, `${this.path}/status`, { status });
    this.reported = comparable;
    this.reportedAt = Date.now();
  }

  /** Renews the node's lease. */
  async renewLease(): Promise<void> {
    const { nodeName } = this.facts().settings;
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
    const spec = {
      holderIdentity: nodeName,
      leaseDurationSeconds: leaseSeconds,
      renewTime: new Date().toISOString().replace('Z', '000Z'),
    };
    try {
      this.lease ??= await this.api.request<Lease>('GET', `${leases}/${nodeName}`);
      this.lease = await this.api.request<Lease>('PUT', `${leases}/${nodeName}`, {
        body: { ...this.lease, spec },
      });
    } catch (error) {
      this.lease = undefined;
      if (!hasStatus(error, 404)) throw error;
      const metadata = {
        name: nodeName,
        ...(this.node !== undefined && { ownerReferences: [this.ownerReference(this.node)] }),
      };
      this.lease = await this.api.request<Lease>('POST', leases, { body: { metadata, spec } });
    }
  }

  /** Writes the list of the node's CSI drivers, if it has changed. */
  async registerDrivers(drivers: readonly CsiDriver[]): Promise<void> {
    if (this.node === undefined || isDeepStrictEqual(drivers, this.drivers)) return;
    const csiNodes = '/apis/storage.k8s.io/v1/csinodes';
    const wanted = renderCsiNode(this.node, drivers);
    try {
      await this.api.post(csiNodes, wanted);
    } catch (error) {
      if (!hasStatus(error, 409)) throw error;
      const path = `${csiNodes}/${this.node.metadata.name}`;
      const found = await this.api.request<ApiObject>('GET', path);
      await this.api.request('PUT', path, { body: { ...found, spec: wanted.spec } });
    }
    const ids = Object.fromEntries(drivers.map(({ name, nodeID }) => [name, nodeID]));
    const annotations = { 'csi.volume.kubernetes.io/nodeid': JSON.stringify(ids) };
    if (drivers.length > 0)
      await patchStrategic(this.api, this.path, { metadata: { annotations } });
    this.drivers = drivers;
  }

  private ownerReference({ metadata }: Node) {
    return { apiVersion: 'v1', kind: 'Node', name: metadata.name, uid: metadata.uid };
  }
}
