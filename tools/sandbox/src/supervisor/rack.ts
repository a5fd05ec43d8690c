// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { controlPlane, type Component } from '../control-plane/components.ts';
import { kubeProxy } from '../control-plane/kube-proxy.ts';
import { writeKubeconfigs } from '../control-plane/kubeconfig.ts';
import { grantNetworkPolicies, networkPolicies } from '../control-plane/network-policies.ts';
import { ensurePki } from '../control-plane/pki.ts';
import { Guests } from '../guests/guests.ts';
import { Launchers } from '../guests/launchers.ts';
import { BridgeMarker } from '../hardware/bridge-marker.ts';
import { bridgesOfHost } from '../hardware/host-bridges.ts';
import { ensureHosts, hostName } from '../hardware/hosts.ts';
import { prepareKwok } from '../hardware/kwok.ts';
import { ImageRegistry } from '../hardware/image-registry.ts';
import { Snapshots } from '../hardware/snapshots.ts';
import { Speaker } from '../hardware/speaker.ts';
import { Storage } from '../hardware/storage.ts';
import { VirtHandler } from '../hardware/virt-handler.ts';
import { VolumeContents } from '../hardware/volume-contents.ts';
import { writeFileAtomically, type Instance } from '../instance.ts';
import { Kubelet } from '../kubelet/kubelet.ts';
import { hostAddress } from '../network.ts';
import { SupervisedProcess } from '../process/supervised-process.ts';
import { readHostPids } from '../rack/host-pids.ts';
import { createRackNetwork } from '../rack/rack-network.ts';
import type { Settings } from '../settings.ts';
import { isReady, waitUntil } from './ready-check.ts';
import { tellingLine } from './telling-line.ts';
import type { ProcessStatus, RackStatus } from './status.ts';

/** Milliseconds that one component may take until its first answer. */
const componentLimit = 120_000;

export interface RackOptions {
  readonly instance: Instance;
  readonly settings: Settings;
  readonly binaryPath: (tool: string, binary: string) => string;
  readonly log: (message: string) => void;
}

/** Number of restarts after which a component that is not ready yet is given up. */
const hopelessAfter = 3;

/**
 * Returns why a process keeps ending, in the words of its log; undefined when it was restarted less
 * often than `hopelessAfter`.
 */
function crashLoop({ spec, state }: SupervisedProcess): string | undefined {
  if (state.restarts < hopelessAfter) return undefined;
  const reason = tellingLine(readFileSync(spec.logFile, 'utf8'));
  return `keeps ending (exit code ${state.lastExit?.code ?? 0}): ${reason}`;
}

interface Hardware {
  stop(): Promise<void>;
}

/** Everything that runs in the rack: starts it in order, watches and stops it. */
export class Rack {
  private readonly options: RackOptions;
  private readonly components: readonly Component[];
  private readonly processes: SupervisedProcess[] = [];
  private readonly startedAt = new Date();
  private readonly launchers = new Launchers();
  private hardware: Hardware[] = [];
  private kubelet: Kubelet | undefined;
  private phase: RackStatus['phase'] = 'starting';
  private step = 'laying the network';

  constructor(options: RackOptions) {
    this.options = options;
    const { instance, settings } = options;
    this.components = [
      ...controlPlane(instance, settings.kubernetes),
      networkPolicies(instance),
      kubeProxy(instance, settings.kubernetes, hostName(0)),
    ];
  }

  async start(): Promise<void> {
    const { instance, settings } = this.options;
    const hosts = Array.from({ length: settings.hosts }, (_, index) => hostAddress(index));
    await createRackNetwork(hosts);
    this.enter('making certificates');
    await ensurePki(instance);
    writeKubeconfigs(instance);
    const [etcd, apiServer, ...others] = this.components;
    for (const component of [etcd, apiServer]) {
      if (component !== undefined) await this.startComponent(component);
    }
    const api = new ApiClient(await readKubeconfig(readFileSync(instance.kubeconfig, 'utf8')), {
      connections: 'kept',
    });
    await grantNetworkPolicies(api);
    for (const component of others) this.startProcess(component);
    this.enter('plugging in hosts');
    await ensureHosts(api, settings);
    this.startProcess({
      name: 'kwok',
      tool: 'kwok',
      args: prepareKwok(instance),
      stopGraceSeconds: 3,
    });
    for (const component of others) await this.waitFor(component);
    await this.startHardware(api);
    this.phase = 'ready';
    this.enter('ready');
  }

  /** Stops everything, in an order in which no data is lost and nothing hangs. */
  async stop(): Promise<void> {
    this.phase = 'stopping';
    this.enter('stopping guests and pods');
    await Promise.all(this.hardware.map((part) => part.stop()));
    for (const process of [...this.processes].reverse()) {
      this.enter(`stopping ${process.spec.name}`);
      await process.stop();
    }
  }

  fail(error: Error): void {
    this.phase = 'failed';
    this.enter(error.message);
  }

  async status(): Promise<RackStatus> {
    const pids = readHostPids();
    const checked = this.components.filter(({ name }) =>
      this.processes.some((process) => process.spec.name === name),
    );
    const answers = await Promise.all(checked.map(({ readyUrl }) => isReady(readyUrl)));
    const processes = [...this.controlPlaneStatus(pids), ...this.podStatus(pids)];
    const supervisorPid = pids.get(process.pid);
    // Never use the id inside the namespace instead: on the machine, another process has it.
    if (supervisorPid === undefined) throw new Error('the supervisor is not in /proc');
    this.recordPids(supervisorPid, processes);
    return {
      phase: this.phase,
      step: this.step,
      supervisorPid,
      startedAt: this.startedAt.toISOString(),
      processes,
      unready: checked.filter((_, index) => answers[index] !== true).map(({ name }) => name),
      unreadyPods: this.kubelet?.unreadyPods ?? [],
    };
  }

  private enter(step: string): void {
    this.step = step;
    this.options.log(step);
  }

  private async startComponent(component: Component): Promise<void> {
    this.startProcess(component);
    await this.waitFor(component);
  }

  private async waitFor({ name, readyUrl }: Component): Promise<void> {
    this.enter(`waiting for ${name}`);
    const process_ = this.processes.find(({ spec }) => spec.name === name);
    await waitUntil(
      () => isReady(readyUrl),
      name,
      componentLimit,
      () => (process_ === undefined ? undefined : crashLoop(process_)),
    );
  }

  private startProcess(component: Omit<Component, 'readyUrl'>): void {
    const { instance, binaryPath } = this.options;
    const { name, tool, args, commands = [], stopGraceSeconds } = component;
    const folders = commands.map((command) => dirname(binaryPath(command.tool, command.binary)));
    this.enter(`starting ${name}`);
    const process_ = new SupervisedProcess({
      name,
      command: [binaryPath(tool, name), ...args],
      env: { PATH: [...folders, process.env.PATH ?? ''].join(delimiter), HOME: instance.dir },
      cwd: instance.dir,
      logFile: join(instance.logsDir, `${name}.log`),
      stopGraceSeconds,
    });
    this.processes.push(process_);
    process_.start();
  }

  private async startHardware(api: ApiClient): Promise<void> {
    const { log, binaryPath, instance, settings } = this.options;
    const addresses = new Map(
      Array.from({ length: settings.hosts }, (_, index) => [hostName(index), hostAddress(index)]),
    );
    const dirs = { logsDir: instance.logsDir, volumesDir: join(instance.dir, 'volumes') };
    const contents = new VolumeContents(dirs.volumesDir);
    const storage = new Storage(api, contents, log);
    await storage.install();
    this.kubelet = new Kubelet({
      api,
      binaryPath,
      launchers: this.launchers,
      ...dirs,
      log,
      hostAddress: (node) => addresses.get(node) ?? '',
      hostBridges: (node) => bridgesOfHost(node, settings.bridges),
    });
    const guests = new Guests({
      api,
      binaryPath,
      ...dirs,
      guestsDir: join(instance.dir, 'guests'),
      hostsDir: join(instance.dir, 'hosts'),
    });
    const virtHandler = new VirtHandler({
      api,
      launchers: this.launchers,
      guests,
      cpuModels: settings.hostCpuModels,
      log,
    });
    this.hardware = [
      // Guests first: what happens to them after that is not recorded in the API.
      this.launchers,
      virtHandler,
      this.kubelet,
      storage,
      new Snapshots(api, contents, log),
      new Speaker(api, log),
      new ImageRegistry(api, log),
      new BridgeMarker(api, settings.bridges, log),
    ];
  }

  private controlPlaneStatus(pids: ReadonlyMap<number, number>): ProcessStatus[] {
    return this.processes.map(({ spec, state }) => {
      const pid = state.phase === 'running' ? pids.get(state.pid ?? 0) : undefined;
      return {
        name: spec.name,
        kind: 'control-plane',
        restarts: state.restarts,
        ...(pid !== undefined && { pid }),
      };
    });
  }

  private podStatus(pids: ReadonlyMap<number, number>): ProcessStatus[] {
    const pods = [...(this.kubelet?.pids ?? [])].map((entry) => [...entry, 'pod'] as const);
    const guests = [...this.launchers.pids].map((entry) => [...entry, 'guest'] as const);
    return [...pods, ...guests].map(([name, inner, kind]) => {
      const pid = pids.get(inner);
      return { name, kind, ...(pid !== undefined && { pid }) };
    });
  }

  private recordPids(supervisor: number, processes: readonly ProcessStatus[]): void {
    if (!existsSync(this.options.instance.dir)) return;
    const byName = Object.fromEntries(
      processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid]])),
    );
    const content = { supervisor, ...byName };
    writeFileAtomically(this.options.instance.pidsFile, `${JSON.stringify(content, null, 2)}\n`);
  }
}
