// SPDX-License-Identifier: Apache-2.0
import { ApiError, keyOf, type ApiClient } from '@strata/cluster-client';
import type { Guests } from '../guests/guests.ts';
import { isMadeFor, launcherPodOf } from '../guests/launcher-pod.ts';
import type { Launchers } from '../guests/launchers.ts';
import { MachineKeeper } from '../guests/machine-keeper.ts';
import { MachineMover } from '../guests/machine-mover.ts';
import { MachineWriter } from '../guests/machine-writer.ts';
import type { MachineInstance } from '../guests/virtual-machine.ts';
import { PodTokens } from '../kubernetes/pod-tokens.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import { isLauncher, type Pod } from '../kubelet/pod.ts';
import { heartbeat } from './heartbeat.ts';
import { hostLabels } from './host-labels.ts';

/**
 * Resources that a host with virtualization extensions offers to pods through its device plugins.
 */
const devices = {
  'devices.kubevirt.io/kvm': '1k',
  'devices.kubevirt.io/tun': '1k',
  'devices.kubevirt.io/vhost-net': '1k',
} as const;

/**
 * Milliseconds between heartbeats. virt-controller takes a host out of service when its heartbeat
 * is older than five minutes.
 */
const heartbeatEvery = 60_000;

/** Milliseconds after which a machine that could not be served is tried again. */
const retryAfter = 1_000;

const machinesPath = '/apis/kubevirt.io/v1/virtualmachineinstances';

export interface VirtHandlerOptions {
  readonly api: ApiClient;
  readonly launchers: Launchers;
  readonly guests: Guests;
  /** CPU models of the hosts, in the format of the settings. */
  readonly cpuModels: readonly string[];
  readonly log: (message: string) => void;
}

/**
 * Plays virt-handler. On every host where its pod runs, sets the host's labels, devices and
 * heartbeat; boots the virtual machines that are bound to it, plugs volumes into them and shuts
 * them down. It writes with the token of that pod: virt-api reverts changes that anybody else makes
 * to a machine's status, and KubeVirt's admission policy lets a handler change only its own host.
 */
export class VirtHandler {
  private readonly options: VirtHandlerOptions;
  private readonly tokens: PodTokens;
  private readonly keeper: MachineKeeper;
  private readonly mover: MachineMover;
  private readonly reconciler: Reconciler;
  private readonly pods: Watched<Pod>;
  private readonly machines: Watched<MachineInstance>;
  private readonly heartbeats = new Map<string, number>();
  /** Machines that existed in the last pass. */
  private known: ReadonlySet<string> | undefined;
  /** Failures of the last pass. */
  private failures: ReadonlySet<string> = new Set();

  constructor(options: VirtHandlerOptions) {
    this.options = options;
    const { api, log, launchers } = options;
    this.tokens = new PodTokens(api);
    const writer = new MachineWriter(api, this.tokens);
    this.keeper = new MachineKeeper({ ...options, writer });
    this.mover = new MachineMover({
      ...options,
      writer,
      again: (milliseconds) => setTimeout(() => this.reconciler.trigger(), milliseconds).unref(),
    });
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`virt-handler: ${error.message}`),
    );
    const trigger = () => this.reconciler.trigger();
    this.pods = watchObjects(api, '/api/v1/pods', trigger);
    this.machines = watchObjects(api, machinesPath, trigger);
    launchers.onChange(trigger);
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    this.pods.stop();
    this.machines.stop();
  }

  private async pass(): Promise<void> {
    const pods = this.pods.list();
    const handlers = new Map(
      pods.filter(isRunningHandler).map((pod) => [pod.spec.nodeName ?? '', pod] as const),
    );
    for (const [host, handler] of handlers) await this.serveHost(host, handler);
    for (const host of this.heartbeats.keys()) {
      if (!handlers.has(host)) await this.leaveHost(host);
    }
    const machines = this.machines.list();
    const results = await Promise.allSettled(
      machines.map(async (machine) => {
        const handler = handlers.get(machine.status?.nodeName ?? '');
        const launcher = launcherPodOf(machine, pods);
        const { targetNode = '', targetPod } = machine.status?.migrationState ?? {};
        const isMoving = await this.mover.serve(machine, {
          source: launcher,
          sourceHandler: handler,
          target: pods.find((pod) => isMadeFor(pod, machine) && pod.metadata.name === targetPod),
          targetHandler: handlers.get(targetNode),
        });
        if (isMoving) return;
        if (handler !== undefined) await this.keeper.serve(machine, launcher, handler);
      }),
    );
    this.letGo(pods, machines);
    await this.forgetMachines(machines);
    this.tellFailures(machines, results);
  }

  /** Logs once why a machine cannot be served; the handler tries again all the time. */
  private tellFailures(
    machines: readonly MachineInstance[],
    results: readonly PromiseSettledResult<void>[],
  ): void {
    const failures = results.flatMap((result, index) => {
      const machine = machines[index];
      if (result.status === 'fulfilled' || machine === undefined) return [];
      return `virt-handler: machine ${keyOf(machine)}: ${(result.reason as Error).message}`;
    });
    for (const failure of failures) {
      if (!this.failures.has(failure)) this.options.log(failure);
    }
    this.failures = new Set(failures);
    if (failures.length > 0) setTimeout(() => this.reconciler.trigger(), retryAfter).unref();
  }

  /** Lets a pod end once its machine is gone or has ended. */
  private letGo(pods: readonly Pod[], machines: readonly MachineInstance[]): void {
    for (const pod of pods.filter(isLauncher)) {
      const launcher = this.options.launchers.of(pod);
      if (launcher.powerOff === undefined) continue;
      const machine = machines.find((candidate) => isMadeFor(pod, candidate));
      const phase = machine?.status?.phase ?? 'Succeeded';
      if (['Succeeded', 'Failed'].includes(phase)) launcher.record();
    }
  }

  private async forgetMachines(machines: readonly MachineInstance[]): Promise<void> {
    const present = new Set(machines.map(({ metadata }) => metadata.uid));
    if (this.known === undefined) {
      const all = await this.listMachines();
      if (all === undefined) return;
      this.options.guests.keepOnly(new Set(all.map(({ metadata }) => metadata.uid)));
    }
    for (const uid of this.known ?? []) {
      if (!present.has(uid)) this.options.guests.remove(uid);
    }
    this.known = present;
  }

  /** Returns all machines; undefined as long as the API server does not know their kind. */
  private async listMachines(): Promise<readonly MachineInstance[] | undefined> {
    try {
      const { api } = this.options;
      return (await api.request<{ items: MachineInstance[] }>('GET', machinesPath)).items;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  private async serveHost(host: string, handler: Pod): Promise<void> {
    const last = this.heartbeats.get(host) ?? 0;
    if (Date.now() - last < heartbeatEvery) return;
    const { api, cpuModels } = this.options;
    // Device plugins report through the kubelet, so this request does not use the handler's token.
    await api.request('PATCH', `/api/v1/nodes/${host}/status`, {
      body: { status: { capacity: devices, allocatable: devices } },
    });
    const { labels, annotations } = heartbeat(true);
    await api.request('PATCH', `/api/v1/nodes/${host}`, {
      body: { metadata: { labels: { ...hostLabels(host, cpuModels), ...labels }, annotations } },
      token: await this.tokens.get(handler),
    });
    this.heartbeats.set(host, Date.now());
  }

  /** Says as the last word of a virt-handler that its host takes no machines; its token ends with its pod. */
  private async leaveHost(host: string): Promise<void> {
    const { api, log } = this.options;
    try {
      await api.request('PATCH', `/api/v1/nodes/${host}`, { body: { metadata: heartbeat(false) } });
    } catch (error) {
      // Without its Node, the host has left the cluster.
      if (!(error instanceof ApiError && error.status === 404)) {
        log(`virt-handler: host ${host}: ${(error as Error).message}`);
        setTimeout(() => this.reconciler.trigger(), retryAfter).unref();
        return;
      }
    }
    this.heartbeats.delete(host);
  }
}

function isRunningHandler({ metadata, status }: Pod): boolean {
  return metadata.labels?.['kubevirt.io'] === 'virt-handler' && status?.phase === 'Running';
}
