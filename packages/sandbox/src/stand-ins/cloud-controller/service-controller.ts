// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal, type ApiClient } from '../api-client.ts';
import { EventRecorder } from '../event-recorder.ts';
import { messageOf, type Log } from '../log.ts';
import { ObjectCache } from '../object-cache.ts';
import { keyOf, referenceTo } from '../objects.ts';
import { WorkQueue } from '../work-queue.ts';
import type { CloudConfig } from './cloud-config.ts';
import {
  loadBalancerName,
  renderInfraService,
  renderPorts,
  samePorts,
  type LoadBalancerStatus,
  type Service,
} from './infra-service.ts';

/** Keeps a tenant Service from going before its infra Service does. */
export const cleanupFinalizer = 'service.kubernetes.io/load-balancer-cleanup';

/** Pauses after a failure, in milliseconds, as upstream's minRetryDelay and maxRetryDelay. */
const upstreamBackoff = { first: 5_000, most: 300_000 };

export interface ServiceControllerOptions {
  readonly tenant: ApiClient;
  readonly infra: ApiClient;
  /** On the infra cluster. */
  readonly namespace: string;
  readonly clusterName: string;
  readonly config: Pick<CloudConfig, 'loadBalancer' | 'infraLabels'>;
  readonly log: Log;
  /** `--concurrent-service-syncs`: a Service that waits for its address keeps a worker. */
  readonly workers: number;
  /** @default upstream's, 5 s to 5 min */
  readonly backoff?: typeof upstreamBackoff;
}

/**
 * Gives every LoadBalancer Service of the tenant a Service of the infra cluster.
 *
 * @see https://github.com/kubernetes/cloud-provider/blob/v0.34.4/controllers/service/controller.go
 */
export class ServiceController {
  private readonly options: ServiceControllerOptions;
  private readonly services: ObjectCache<Service>;
  private readonly queue: WorkQueue;
  private readonly events: EventRecorder;
  private readonly stopping = new AbortController();
  /** Services that vanished without a finalizer: what is left to clean up. */
  private readonly vanished = new Map<string, Service>();

  constructor(options: ServiceControllerOptions) {
    this.options = options;
    const { tenant, log, workers, backoff = upstreamBackoff } = options;
    this.events = new EventRecorder(tenant, 'service-controller', log);
    this.queue = new WorkQueue({
      ...{ name: 'service', sync: (key) => this.sync(key), log, workers, backoff },
    });
    this.services = new ObjectCache<Service>(tenant, '/api/v1/services', log, (now, before) =>
      this.changed(now, before),
    );
  }

  start(): this {
    this.services.start();
    return this;
  }

  stop(): void {
    this.stopping.abort();
    this.services.stop();
    this.queue.stop();
  }

  /** Makes up for infra Services that somebody removed: on every change of the set of nodes. */
  async nodesChanged(): Promise<void> {
    for (const service of this.services.list().filter(wantsLoadBalancer)) {
      const { metadata } = service;
      if (metadata.deletionTimestamp !== undefined) continue;
      const found = await this.options.infra.find(this.infraPath(service));
      if (found === undefined) this.queue.add(keyOf(service));
    }
  }

  private changed(now: Service | undefined, before: Service | undefined): void {
    if (now === undefined) {
      if (before === undefined || !wantsLoadBalancer(before)) return;
      this.vanished.set(keyOf(before), before);
      this.queue.add(keyOf(before));
    } else if (before === undefined ? wantsLoadBalancer(now) : needsUpdate(before, now)) {
      this.queue.add(keyOf(now));
    } else if (needsCleanup(now)) {
      this.queue.add(keyOf(now));
    }
  }

  private async sync(key: string): Promise<void> {
    const gone = this.vanished.get(key);
    if (gone !== undefined) {
      await this.options.infra.remove(this.infraPath(gone));
      this.vanished.delete(key);
    }
    const service = this.services.get(key);
    if (service === undefined) return;
    try {
      if (!wantsLoadBalancer(service) || needsCleanup(service)) await this.cleanUp(service);
      else await this.provide(service);
    } catch (error) {
      const message = `Error syncing load balancer: ${messageOf(error)}`;
      await this.tell(service, 'Warning', 'SyncLoadBalancerFailed', message);
      throw error;
    }
  }

  private async cleanUp(service: Service): Promise<void> {
    const path = this.infraPath(service);
    if ((await this.options.infra.find(path)) !== undefined) {
      await this.tell(service, 'Normal', 'DeletingLoadBalancer', 'Deleting load balancer');
      await doing('delete load balancer', this.options.infra.remove(path));
    }
    const finalizer = this.writeFinalizer(service, false);
    await doing('remove load balancer cleanup finalizer', finalizer);
    await this.writeStatus(service, {});
    await this.tell(service, 'Normal', 'DeletedLoadBalancer', 'Deleted load balancer');
  }

  private async provide(service: Service): Promise<void> {
    await this.tell(service, 'Normal', 'EnsuringLoadBalancer', 'Ensuring load balancer');
    await doing('add load balancer cleanup finalizer', this.writeFinalizer(service, true));
    const status = await doing('ensure load balancer', this.ensure(service));
    await this.tell(service, 'Normal', 'EnsuredLoadBalancer', 'Ensured load balancer');
    await this.writeStatus(service, status);
  }

  private async ensure(service: Service): Promise<LoadBalancerStatus> {
    const { infra, config, ...options } = this.options;
    const found = await infra.find<Service>(this.infraPath(service));
    if (found !== undefined) {
      const ports = renderPorts(service);
      if (!samePorts(found.spec.ports ?? [], ports)) {
        const body = { ...found, spec: { ...found.spec, ports } };
        await infra.replace(this.infraPath(service), body);
      }
      return found.status?.loadBalancer ?? {};
    }
    const { namespace, clusterName } = options;
    const { infraLabels, loadBalancer } = config;
    const { selectorless } = loadBalancer;
    await infra.create(
      `/api/v1/namespaces/${namespace}/services`,
      renderInfraService(service, { namespace, clusterName, infraLabels, selectorless }),
    );
    return await this.waitForAddress(service);
  }

  /** As upstream: looks first after one interval, and forgets nothing when the time is over. */
  private async waitForAddress(service: Service): Promise<LoadBalancerStatus> {
    const { creationPollInterval, creationPollTimeout } = this.options.config.loadBalancer;
    const end = Date.now() + creationPollTimeout * 1_000;
    while (Date.now() < end) {
      await sleep(creationPollInterval * 1_000, undefined, { signal: this.stopping.signal });
      const found = await this.options.infra.find<Service>(this.infraPath(service));
      const status = found?.status?.loadBalancer;
      if ((status?.ingress?.length ?? 0) > 0) return status ?? {};
    }
    throw new Error('timed out waiting for the condition');
  }

  private async writeFinalizer(service: Service, wanted: boolean): Promise<void> {
    const { finalizers = [] } = service.metadata;
    if (finalizers.includes(cleanupFinalizer) === wanted) return;
    await this.writing(
      service,
      this.options.tenant.setFinalizer<Service>(statusPath(service), cleanupFinalizer, wanted),
    );
  }

  private async writeStatus(service: Service, status: LoadBalancerStatus): Promise<void> {
    const before = service.status?.loadBalancer?.ingress ?? [];
    const ingress = status.ingress ?? [];
    if (JSON.stringify(before) === JSON.stringify(ingress)) return;
    const loadBalancer = { ingress: ingress.length === 0 ? null : ingress };
    const patch = this.options.tenant.patch<Service>(statusPath(service), {
      status: { loadBalancer },
    });
    await doing('update load balancer status', this.writing(service, patch));
  }

  /** A Service that is gone needs no more writing. */
  private async writing(service: Service, answer: Promise<Service>): Promise<void> {
    try {
      this.services.learn(await answer);
    } catch (error) {
      if (!(error instanceof ApiRefusal && error.status === 404)) throw error;
      this.options.log.info(`Service ${keyOf(service)} is gone`);
    }
  }

  private async tell(
    service: Service,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
  ): Promise<void> {
    await this.events.record(referenceTo('Service', service), type, reason, message);
  }

  private infraPath({ metadata }: Service): string {
    return `/api/v1/namespaces/${this.options.namespace}/services/${loadBalancerName(metadata.uid)}`;
  }
}

/** Upstream sends both finalizer and status through the subresource: one RBAC rule for them. */
function statusPath({ metadata }: Service): string {
  return `/api/v1/namespaces/${metadata.namespace ?? ''}/services/${metadata.name}/status`;
}

/** A Service with a class of its own belongs to somebody else. */
export function wantsLoadBalancer({ spec }: Service): boolean {
  return spec.type === 'LoadBalancer' && spec.loadBalancerClass === undefined;
}

function needsCleanup({ metadata, spec }: Service): boolean {
  if (!(metadata.finalizers?.includes(cleanupFinalizer) ?? false)) return false;
  return metadata.deletionTimestamp !== undefined || spec.type !== 'LoadBalancer';
}

/** Whether a change is one that a load balancer may depend on, by upstream's list. */
function needsUpdate(before: Service, now: Service): boolean {
  if (!wantsLoadBalancer(before) && !wantsLoadBalancer(now)) return false;
  const view = (service: Service) => {
    const { metadata, spec } = service;
    return JSON.stringify([
      ...[wantsLoadBalancer(service), metadata.uid, metadata.annotations, spec.ports],
      ...[spec.loadBalancerSourceRanges, spec.sessionAffinity, spec.sessionAffinityConfig],
      ...[spec.loadBalancerIP, spec.externalIPs, spec.externalTrafficPolicy],
      ...[spec.healthCheckNodePort, spec.ipFamilies?.length],
    ]);
  };
  return view(before) !== view(now);
}

async function doing<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`failed to ${what}: ${messageOf(error)}`, { cause: error });
  }
}
