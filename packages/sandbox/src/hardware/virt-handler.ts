// SPDX-License-Identifier: Apache-2.0
import { ApiError, type Api } from '../kubernetes/api.ts';
import type { ApiObject } from '../kubernetes/objects.ts';
import { PodTokens } from '../kubernetes/pod-tokens.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import type { Condition, Pod } from '../kubelet/pod.ts';

/** What the virtualization extensions of a host offer to pods, from its device plugins. */
const devices = {
  'devices.kubevirt.io/kvm': '1k',
  'devices.kubevirt.io/tun': '1k',
  'devices.kubevirt.io/vhost-net': '1k',
} as const;

/** Labels that virt-handler's node labeller puts on a host, as far as scheduling reads them. */
const hostLabels = {
  'kubevirt.io/schedulable': 'true',
  'machine-type.node.kubevirt.io/q35': 'true',
  'machine-type.node.kubevirt.io/pc-q35-rhel9.6.0': 'true',
  'cpu-model.node.kubevirt.io/Skylake-Server': 'true',
  'host-model-cpu.node.kubevirt.io/Skylake-Server': 'true',
} as const;

/** virt-controller takes a host out of service when its heartbeat is older than five minutes. */
const heartbeatEvery = 60_000;

interface VirtualMachineInstance extends ApiObject {
  readonly spec: {
    readonly domain?: {
      readonly devices?: { readonly interfaces?: readonly { readonly name: string }[] };
    };
  };
  readonly status?: {
    readonly phase?: string;
    readonly nodeName?: string;
    readonly conditions?: readonly Condition[];
    readonly activePods?: Readonly<Record<string, string>>;
  };
}

/**
 * Plays virt-handler: wherever its pod runs, the host gets its labels, devices and heartbeat, and
 * the virtual machines bound to it boot and shut down. What it writes it writes with the
 * token of that pod: virt-api reverts anybody else's changes to a machine's status, and KubeVirt's
 * admission policy lets a handler change its own host alone.
 *
 * No guest runs here: a machine is Running as soon as its pod is.
 */
export class VirtHandler {
  private readonly api: Api;
  private readonly tokens: PodTokens;
  private readonly reconciler: Reconciler;
  private readonly pods: Watched<Pod>;
  private readonly machines: Watched<VirtualMachineInstance>;
  private readonly heartbeats = new Map<string, number>();

  constructor(api: Api, log: (message: string) => void) {
    this.api = api;
    this.tokens = new PodTokens(api);
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`virt-handler: ${error.message}`),
    );
    const trigger = () => this.reconciler.trigger();
    this.pods = watchObjects(api, '/api/v1/pods', trigger);
    this.machines = watchObjects(api, '/apis/kubevirt.io/v1/virtualmachineinstances', trigger);
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    this.pods.stop();
    this.machines.stop();
  }

  private async pass(): Promise<void> {
    const handlers = new Map(
      this.pods
        .list()
        .filter(isRunningHandler)
        .map((pod) => [pod.spec.nodeName ?? '', pod] as const),
    );
    for (const [host, handler] of handlers) await this.serveHost(host, handler);
    for (const machine of this.machines.list()) {
      const handler = handlers.get(machine.status?.nodeName ?? '');
      if (handler !== undefined) await this.serveMachine(machine, handler);
    }
  }

  private async serveHost(host: string, handler: Pod): Promise<void> {
    const last = this.heartbeats.get(host) ?? 0;
    if (Date.now() - last < heartbeatEvery) return;
    // Device plugins report through the kubelet, which is the host itself.
    await this.api.request('PATCH', `/api/v1/nodes/${host}/status`, {
      body: { status: { capacity: devices, allocatable: devices } },
    });
    const annotations = { 'kubevirt.io/heartbeat': new Date().toISOString() };
    await this.api.request('PATCH', `/api/v1/nodes/${host}`, {
      body: { metadata: { labels: hostLabels, annotations } },
      token: await this.tokens.get(handler),
    });
    this.heartbeats.set(host, Date.now());
  }

  private async serveMachine(machine: VirtualMachineInstance, handler: Pod): Promise<void> {
    const { deletionTimestamp } = machine.metadata;
    const phase = machine.status?.phase ?? '';
    if (deletionTimestamp !== undefined && ['Scheduled', 'Running'].includes(phase)) {
      await this.patchStatus(machine, handler, { phase: 'Succeeded' });
    } else if (phase === 'Scheduled') {
      await this.patchStatus(machine, handler, this.bootedStatus(machine));
    }
  }

  private bootedStatus(machine: VirtualMachineInstance): object {
    const now = new Date().toISOString();
    const condition = (type: string, status: string, extra: object = {}) => ({
      ...{ type, status, lastProbeTime: now, lastTransitionTime: now },
      ...extra,
    });
    const own = ['Ready', 'LiveMigratable'];
    const others = (machine.status?.conditions ?? []).filter(({ type }) => !own.includes(type));
    const address = this.launcherAddress(machine);
    return {
      phase: 'Running',
      interfaces: (machine.spec.domain?.devices?.interfaces ?? []).map(({ name }) => ({
        name,
        ...(address !== undefined && { ipAddress: address, ipAddresses: [address] }),
        infoSource: 'domain',
        podInterfaceName: 'eth0',
        queueCount: 1,
      })),
      conditions: [
        ...others,
        condition('Ready', 'True'),
        condition('LiveMigratable', 'False', {
          reason: 'NotSupportedHere',
          message: 'the sandbox has no hypervisor to migrate between',
        }),
      ],
    };
  }

  private launcherAddress(machine: VirtualMachineInstance): string | undefined {
    const { uid, namespace } = machine.metadata;
    return this.pods
      .list()
      .find(
        ({ metadata }) =>
          metadata.namespace === namespace && metadata.labels?.['kubevirt.io/created-by'] === uid,
      )?.status?.podIP;
  }

  /** Handlers before 1.8 may replace a machine but not patch it; later ones the other way round. */
  private async patchStatus(
    machine: VirtualMachineInstance,
    handler: Pod,
    status: object,
  ): Promise<void> {
    const { metadata } = machine;
    const path = `/apis/kubevirt.io/v1/namespaces/${metadata.namespace ?? ''}/virtualmachineinstances/${metadata.name}`;
    const token = await this.tokens.get(handler);
    try {
      await this.api.request('PATCH', path, { body: { status }, token });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      // What a list gives does not say what it is.
      const type = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance' };
      const body = { ...type, ...machine, status: { ...machine.status, ...status } };
      await this.api.request('PUT', path, { body, token });
    }
  }
}

function isRunningHandler({ metadata, status }: Pod): boolean {
  return metadata.labels?.['kubevirt.io'] === 'virt-handler' && status?.phase === 'Running';
}
