// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';
import type { ApiClient } from '../api-client.ts';
import type { Log } from '../log.ts';
import { ObjectCache } from '../object-cache.ts';
import { keyOf } from '../objects.ts';
import { WorkQueue } from '../work-queue.ts';
import {
  isManaged,
  renderEndpoint,
  renderSlice,
  serviceLabel,
  sliceApi,
  tenantServiceOf,
  type EndpointSlice,
  type InfraService,
} from './endpoint-slice.ts';
import type { MachineInstance } from './instances.ts';

/** Pauses after a failure, in milliseconds: client-go's default for a queue. */
const upstreamBackoff = { first: 5, most: 1_000_000 };

export interface EndpointControllerOptions {
  readonly tenant: ApiClient;
  readonly infra: ApiClient;
  /** On the infra cluster. */
  readonly namespace: string;
  readonly log: Log;
  /** @default client-go's, 5 ms to 1000 s */
  readonly backoff?: { readonly first: number; readonly most: number };
}

/**
 * Plays the kubevirt_eps_controller (`enableEPSController`): the infra Services of load balancers
 * have no selector, so this says which machines they lead to: those with pods of the Service, and
 * no others, wherever they are.
 *
 * One slice for each Service; upstream spreads more than 100 machines over several.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/main/pkg/controller/kubevirteps/kubevirteps_controller.go
 */
export class EndpointController {
  private readonly options: EndpointControllerOptions;
  private readonly services: ObjectCache<InfraService>;
  private readonly slices: ObjectCache<EndpointSlice>;
  private readonly machines: ObjectCache<MachineInstance>;
  private readonly tenantSlices: ObjectCache<EndpointSlice>;
  private readonly queue: WorkQueue;

  constructor(options: EndpointControllerOptions) {
    this.options = options;
    const { infra, tenant, namespace, log, backoff = upstreamBackoff } = options;
    const sync = (key: string) => this.sync(key);
    this.queue = new WorkQueue({ name: 'endpoints', sync, log, backoff });
    const machinesPath = `/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachineinstances`;
    this.services = new ObjectCache<InfraService>(infra, this.servicesPath(), log, (now, before) =>
      this.add(now ?? before),
    );
    this.slices = new ObjectCache<EndpointSlice>(infra, this.slicesPath(), log, (now, before) => {
      const slice = now ?? before;
      if (slice !== undefined && isManaged(slice)) this.queue.add(this.serviceKey(slice));
    });
    this.machines = new ObjectCache<MachineInstance>(infra, machinesPath, log, (now, before) => {
      if (!isDeepStrictEqual(now?.status, before?.status)) this.addAll();
    });
    this.tenantSlices = new ObjectCache<EndpointSlice>(
      ...([tenant, `${sliceApi}/endpointslices`, log] as const),
      (now, before) => this.addServicesOf(now ?? before),
    );
  }

  start(): this {
    for (const cache of this.caches()) cache.start();
    return this;
  }

  stop(): void {
    for (const cache of this.caches()) cache.stop();
    this.queue.stop();
  }

  private caches() {
    return [this.services, this.slices, this.machines, this.tenantSlices];
  }

  private add(service: InfraService | undefined): void {
    if (service?.spec.type === 'LoadBalancer') this.queue.add(keyOf(service));
  }

  private addAll(): void {
    for (const service of this.services.list()) this.add(service);
  }

  private addServicesOf(slice: EndpointSlice | undefined): void {
    for (const service of this.services.list()) {
      if (slice !== undefined && isSliceOf(slice, service)) this.add(service);
    }
  }

  private async sync(key: string): Promise<void> {
    await Promise.all(this.caches().map(({ ready }) => ready));
    const service = this.services.get(key);
    const known = this.slicesOf(key, this.slices.list());
    // Its name is generated, so one that the cache has not seen yet would be made a second time.
    const found = known.length > 0 ? known : this.slicesOf(key, await this.storedSlices());
    // A selector is the endpoint controller's of the infra cluster; a Service that is gone has none.
    if (service === undefined || service.spec.selector !== undefined) return this.remove(found);
    if (tenantServiceOf(service) === undefined || service.metadata.deletionTimestamp) return;
    const [first, ...more] = found;
    await this.remove(more);
    const endpoints = this.machinesOf(service).flatMap(renderEndpoint);
    if (endpoints.length === 0) return this.remove(found);
    const wanted = renderSlice(service, endpoints);
    if (first === undefined) await this.create(wanted);
    else if (!covers(first, wanted)) await this.update(first, wanted);
  }

  /** The machines that pods of the Service are on. */
  private machinesOf(service: InfraService): readonly MachineInstance[] {
    const { namespace } = this.options;
    const nodes = this.tenantSlices
      .list()
      .filter((slice) => isSliceOf(slice, service))
      .flatMap(({ endpoints }) => (endpoints ?? []).flatMap(({ nodeName }) => nodeName ?? []));
    return [...new Set(nodes)].sort().flatMap((node) => {
      const machine = this.machines.get(`${namespace}/${node}`);
      if (machine === undefined) {
        this.options.log.error(
          `Failed to get VirtualMachineInstance ${node} in namespace ${namespace}`,
        );
      }
      return machine ?? [];
    });
  }

  private slicesOf(key: string, slices: readonly EndpointSlice[]): readonly EndpointSlice[] {
    return slices.filter((slice) => isManaged(slice) && this.serviceKey(slice) === key);
  }

  private async storedSlices(): Promise<readonly EndpointSlice[]> {
    const list = await this.options.infra.get<{ items: readonly EndpointSlice[] }>(
      this.slicesPath(),
    );
    return list.items;
  }

  private async create(slice: object): Promise<void> {
    await this.options.infra.create(this.slicesPath(), slice);
  }

  private async update(found: EndpointSlice, wanted: ReturnType<typeof renderSlice>) {
    const labels = { ...found.metadata.labels, ...wanted.metadata.labels };
    const metadata = { ...found.metadata, labels };
    const path = `${this.slicesPath()}/${found.metadata.name}`;
    this.slices.learn(
      await this.options.infra.replace<EndpointSlice>(path, { ...wanted, metadata }),
    );
  }

  private async remove(slices: readonly EndpointSlice[]): Promise<void> {
    for (const { metadata } of slices) {
      await this.options.infra.remove(`${this.slicesPath()}/${metadata.name}`);
    }
  }

  private serviceKey({ metadata }: EndpointSlice): string {
    return `${this.options.namespace}/${metadata.labels?.[serviceLabel] ?? ''}`;
  }

  private servicesPath(): string {
    return `/api/v1/namespaces/${this.options.namespace}/services`;
  }

  private slicesPath(): string {
    return `${sliceApi}/namespaces/${this.options.namespace}/endpointslices`;
  }
}

function isSliceOf({ metadata }: EndpointSlice, service: InfraService): boolean {
  const of = tenantServiceOf(service);
  return (
    of !== undefined &&
    metadata.namespace === of.namespace &&
    metadata.labels?.[serviceLabel] === of.name
  );
}

function covers(found: EndpointSlice, wanted: ReturnType<typeof renderSlice>): boolean {
  const labels = found.metadata.labels ?? {};
  return (
    isDeepStrictEqual(found.endpoints, wanted.endpoints) &&
    isDeepStrictEqual(found.ports, wanted.ports) &&
    Object.entries(wanted.metadata.labels).every(([key, value]) => labels[key] === value)
  );
}
