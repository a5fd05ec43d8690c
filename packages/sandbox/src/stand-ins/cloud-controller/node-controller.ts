// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, type ApiClient } from '../api-client.ts';
import { EventRecorder } from '../event-recorder.ts';
import { messageOf, type Log } from '../log.ts';
import { ObjectCache } from '../object-cache.ts';
import { referenceTo } from '../objects.ts';
import { WorkQueue } from '../work-queue.ts';
import type { InstanceMetadata, Instances, NodeAddress, Node } from './instances.ts';
import {
  addressesToWrite,
  initializeNode,
  labelsToReconcile,
  shutdownTaint,
  uninitializedTaint,
} from './node-changes.ts';

/** Upstream's `UpdateNodeSpecBackoff`; the pause in milliseconds, and at most as much again. */
const conflicts = { tries: 20, pause: 50 };

export interface NodeControllerOptions {
  readonly tenant: ApiClient;
  /** Undefined when `instancesV2.enabled` is off: then nodes are only watched. */
  readonly instances: Instances | undefined;
  readonly log: Log;
  readonly workers: number;
  /** `--node-monitor-period`, in milliseconds. */
  readonly monitorPeriod: number;
  /** `--node-status-update-frequency`, in milliseconds. */
  readonly updatePeriod: number;
  /** Called when the set of nodes or a provider id changed. */
  readonly onNodesChanged: () => void;
}

/**
 * Initialises the tenant's nodes, keeps their addresses, and removes or taints those whose machine
 * is gone or off: upstream's cloud-node and cloud-node-lifecycle controllers.
 *
 * @see https://github.com/kubernetes/cloud-provider/tree/v0.34.4/controllers
 */
export class NodeController {
  private readonly options: NodeControllerOptions;
  private readonly nodes: ObjectCache<Node>;
  private readonly queue: WorkQueue;
  private readonly events: EventRecorder;
  private readonly lifecycleEvents: EventRecorder;
  private readonly timers: NodeJS.Timeout[] = [];
  private busy = false;

  constructor(options: NodeControllerOptions) {
    this.options = options;
    const { tenant, log, workers } = options;
    this.events = new EventRecorder(tenant, 'cloud-node-controller', log);
    this.lifecycleEvents = new EventRecorder(tenant, 'cloud-node-lifecycle-controller', log);
    const backoff = { first: 1_000, most: 60_000 };
    this.queue = new WorkQueue({
      ...{ name: 'node', sync: (key) => this.sync(key), log, workers, backoff },
    });
    this.nodes = new ObjectCache<Node>(tenant, '/api/v1/nodes', log, (now, before) => {
      if (now !== undefined && options.instances !== undefined) this.queue.add(now.metadata.name);
      if (now?.spec.providerID !== before?.spec.providerID) options.onNodesChanged();
    });
  }

  start(): this {
    this.nodes.start();
    if (this.options.instances !== undefined) {
      const { monitorPeriod, updatePeriod } = this.options;
      this.timers.push(setInterval(() => void this.monitor(), monitorPeriod));
      this.timers.push(setInterval(() => void this.updateAll(), updatePeriod));
    }
    return this;
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.nodes.stop();
    this.queue.stop();
  }

  private async sync(name: string): Promise<void> {
    const node = this.nodes.get(name);
    if (node === undefined || this.options.instances === undefined) return;
    if (!isUninitialized(node)) {
      const labels = labelsToReconcile(node);
      if (Object.keys(labels).length > 0) {
        await this.options.tenant.patch(pathOf(node), { metadata: { labels } });
      }
      return;
    }
    const { log, instances } = this.options;
    log.info(`Initializing node ${name} with cloud provider`);
    const instance = await instances.metadata(node).catch((error: unknown) => {
      throw new Error(`failed to get instance metadata for node ${name}: ${messageOf(error)}`);
    });
    const initialized = await this.initialize(node, instance);
    await this.writeAddresses(initialized, instance.addresses);
    log.info(`Successfully initialized node ${name} with cloud provider`);
    await this.events.record(
      ...([referenceTo('Node', node), 'Normal', 'Synced', 'Node synced successfully'] as const),
    );
  }

  /** Others write to a new node, too: tried again with the node as it is by then. */
  private async initialize(node: Node, instance: InstanceMetadata): Promise<Node> {
    for (let tries = 1; ; tries += 1) {
      const current = this.nodes.get(node.metadata.name) ?? node;
      try {
        return await this.options.tenant.replace(pathOf(node), initializeNode(current, instance));
      } catch (error) {
        if (!isConflict(error) || tries === conflicts.tries) throw error;
        await sleep(conflicts.pause * (1 + Math.random()));
      }
    }
  }

  private async updateAll(): Promise<void> {
    for (const node of this.nodes.list()) {
      if (isUninitialized(node)) continue;
      try {
        const instance = await this.options.instances?.metadata(node);
        await this.writeAddresses(node, instance?.addresses ?? []);
      } catch (error) {
        this.options.log.error(
          `Error getting instance metadata for node addresses: ${messageOf(error)}`,
        );
      }
    }
  }

  private async writeAddresses(node: Node, known: readonly NodeAddress[]): Promise<void> {
    const addresses = addressesToWrite(node, known);
    if (addresses === undefined) return;
    const path = `${pathOf(node)}/status`;
    this.nodes.learn(await this.options.tenant.patch<Node>(path, { status: { addresses } }));
  }

  /** One look at all nodes; never two at once. */
  private async monitor(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (const node of this.nodes.list()) {
      try {
        await this.monitorNode(node);
      } catch (error) {
        const { name } = node.metadata;
        this.options.log.error(`error checking node ${name}: ${messageOf(error)}`);
      }
    }
    this.busy = false;
  }

  private async monitorNode(node: Node): Promise<void> {
    const { instances } = this.options;
    if (instances === undefined) return;
    if (isReady(node)) {
      await this.setShutdownTaint(node, false);
      return;
    }
    if (!(await instances.exists(node))) await this.remove(node);
    else if (await instances.isShutDown(node)) await this.setShutdownTaint(node, true);
  }

  private async remove(node: Node): Promise<void> {
    const { name } = node.metadata;
    const { log, tenant } = this.options;
    log.info(`deleting node since it is no longer present in cloud provider: ${name}`);
    const message = `Deleting node ${name} because it does not exist in the cloud provider`;
    await this.lifecycleEvents.record(
      ...([referenceTo('Node', node), 'Normal', 'DeletingNode', message] as const),
    );
    await tenant.remove(pathOf(node));
  }

  private async setShutdownTaint(node: Node, wanted: boolean): Promise<void> {
    const { taints = [] } = node.spec;
    if (taints.some(({ key }) => key === shutdownTaint.key) === wanted) return;
    const others = taints.filter(({ key }) => key !== shutdownTaint.key);
    const { resourceVersion } = node.metadata;
    const spec = { taints: wanted ? [...others, shutdownTaint] : others };
    await this.options.tenant.patch(pathOf(node), { metadata: { resourceVersion }, spec });
  }
}

function pathOf({ metadata }: Node): string {
  return `/api/v1/nodes/${metadata.name}`;
}

function isUninitialized({ spec }: Node): boolean {
  return spec.taints?.some(({ key }) => key === uninitializedTaint) ?? false;
}

function isReady({ status }: Node): boolean {
  return (
    status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false
  );
}
