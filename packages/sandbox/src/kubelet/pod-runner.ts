// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Api } from '../kubernetes/api.ts';
import type { PodTokens } from '../kubernetes/pod-tokens.ts';
import { createPodNetwork, deletePodNetwork } from '../rack/bridge.ts';
import { SupervisedProcess } from '../process/supervised-process.ts';
import type { ProcessSpec } from '../process/supervised-process.ts';
import type { AddressPool } from './addresses.ts';
import { containerProcess, logFileName, programOf } from './container-process.ts';
import { NotYetThere, resolveEnvironment, type DataSource } from './environment.ts';
import { InitSequence } from './init-sequence.ts';
import type { Container, Pod, Probe, TokenSource } from './pod.ts';
import { renderPodStatus, type PodReport } from './pod-status.ts';
import { ProbeRunner, runProbe } from './probes.ts';
import { readVolume, writeVolume, type VolumeFiles } from './volumes.ts';

/** What the runners of all pods share. */
export interface RunnerContext {
  readonly api: Api;
  readonly data: DataSource;
  readonly addresses: AddressPool;
  readonly tokens: PodTokens;
  readonly binaryPath: (tool: string, binary: string) => string;
  readonly hostAddress: (nodeName: string) => string;
  readonly logsDir: string;
  /** Folder of the persistent volumes' contents. */
  readonly volumesDir: string;
  /** Asks for a new pass over all pods. */
  readonly trigger: () => void;
}

/** Private to the rack: /run is a file system in memory there. */
const podsDir = '/run/strata/pods';
const mountPoint = '/run/strata/root';

interface RunningContainer {
  readonly container: Container;
  readonly process: SupervisedProcess;
  readonly probes: ProbeRunner[];
  ready: boolean;
}

/** Runs one process-backed pod from its binding to a host until it is deleted. */
export class PodRunner {
  private readonly context: RunnerContext;
  private readonly networkName: string;
  private readonly volumesDir: string;
  private readonly startTime: Date;
  private readonly earlierRestarts: ReadonlyMap<string, number>;
  private readonly written = new Map<string, string>();
  private address: string | undefined;
  private init: InitSequence | undefined;
  private running: RunningContainer[] = [];
  private lastStatus = '';

  constructor(pod: Pod, context: RunnerContext) {
    this.context = context;
    this.networkName = `p${pod.metadata.uid.replaceAll('-', '').slice(0, 12)}`;
    this.volumesDir = join(podsDir, pod.metadata.uid);
    this.startTime = new Date(pod.status?.startTime ?? Date.now());
    // A pod that ran before the sandbox was stopped has been restarted with its host.
    this.earlierRestarts = new Map(
      (pod.status?.containerStatuses ?? []).map((s) => [s.name, s.restartCount + 1]),
    );
  }

  /** Process ids of the pod's containers by name. */
  get pids(): ReadonlyMap<string, number> {
    return new Map(
      this.running.flatMap(({ process }) =>
        process.state.pid === undefined || process.state.phase !== 'running'
          ? []
          : [[process.spec.name, process.state.pid] as const],
      ),
    );
  }

  /** Whether every container runs and passes its probes. */
  get isReady(): boolean {
    return this.running.length > 0 && this.running.every(({ ready }) => ready);
  }

  /** One pass: starts what can start, renews volumes, reports the status. */
  async sync(pod: Pod): Promise<void> {
    let waitingFor: string | undefined;
    try {
      await this.writeVolumes(pod);
      if (this.address === undefined) await this.start(pod);
      if (this.init?.advance() === true && this.running.length === 0) this.startContainers(pod);
    } catch (error) {
      if (!(error instanceof NotYetThere)) throw error;
      waitingFor = error.message;
    }
    await this.report(pod, waitingFor);
  }

  /** Ends the pod's processes and frees what it held. */
  async stop(): Promise<void> {
    await Promise.all([this.init?.stop(), ...this.running.map(stopContainer)]);
    this.running = [];
    if (this.address === undefined) return;
    await deletePodNetwork(this.networkName);
    this.context.addresses.release(this.address);
    this.address = undefined;
    rmSync(this.volumesDir, { recursive: true, force: true });
  }

  private async start(pod: Pod): Promise<void> {
    const initContainers = pod.spec.initContainers ?? [];
    // Find out what is missing before anything is made.
    for (const container of [...initContainers, ...pod.spec.containers]) {
      programOf(container, this.context.binaryPath);
      resolveEnvironment(pod, container, this.context.data);
    }
    const address = this.context.addresses.take(pod.status?.podIP);
    try {
      await createPodNetwork(this.networkName, address);
    } catch (error) {
      // Half a network is in the way of the next attempt.
      await deletePodNetwork(this.networkName);
      this.context.addresses.release(address);
      throw error;
    }
    this.address = address;
    mkdirSync(mountPoint, { recursive: true });
    this.init = new InitSequence(initContainers, (container) => {
      const spec = { ...this.processOf(pod, container), restarts: (code: number) => code !== 0 };
      const process = new SupervisedProcess(spec, this.context.trigger);
      process.start();
      return process;
    });
  }

  private startContainers(pod: Pod): void {
    const { address } = this;
    if (address === undefined) return;
    this.running = pod.spec.containers.map((container) =>
      this.startContainer(pod, container, address),
    );
  }

  private processOf(pod: Pod, container: Container): ProcessSpec {
    const { data, logsDir, binaryPath } = this.context;
    this.createSubPaths(container);
    const withAddress = {
      ...pod,
      status: { ...pod.status, ...(this.address !== undefined && { podIP: this.address }) },
    };
    return containerProcess({
      pod,
      container,
      env: resolveEnvironment(withAddress, container, data),
      networkName: this.networkName,
      volumesDir: this.volumesDir,
      mountPoint,
      logFile: join(logsDir, logFileName(pod, container)),
      binaryPath,
    });
  }

  /** A folder below a volume that starts empty is made for whoever mounts it. */
  private createSubPaths({ volumeMounts = [] }: Container): void {
    for (const { name, subPath } of volumeMounts) {
      if (subPath === undefined || this.written.has(name)) continue;
      mkdirSync(join(this.volumesDir, name, subPath), { recursive: true });
    }
  }

  private startContainer(pod: Pod, container: Container, address: string): RunningContainer {
    const process = new SupervisedProcess(this.processOf(pod, container), () => {
      if (process.state.phase === 'running') {
        entry.ready = container.readinessProbe === undefined;
        for (const probe of entry.probes) probe.start();
      } else {
        entry.ready = false;
        for (const probe of entry.probes) probe.stop();
      }
      this.context.trigger();
    });
    const entry: RunningContainer = { container, process, probes: [], ready: false };
    entry.probes.push(...this.createProbes(entry, address));
    process.start();
    return entry;
  }

  private createProbes(entry: RunningContainer, address: string): ProbeRunner[] {
    const { readinessProbe, livenessProbe } = entry.container;
    const probes: ProbeRunner[] = [];
    const check = (probe: Probe) => () => runProbe(probe, entry.container, address);
    if (readinessProbe !== undefined) {
      const onVerdict = (passed: boolean) => {
        entry.ready = passed;
        this.context.trigger();
      };
      probes.push(new ProbeRunner('readiness', readinessProbe, check(readinessProbe), onVerdict));
    }
    if (livenessProbe !== undefined) {
      const onVerdict = (passed: boolean) => {
        if (!passed) entry.process.kill();
      };
      probes.push(new ProbeRunner('liveness', livenessProbe, check(livenessProbe), onVerdict));
    }
    return probes;
  }

  private async writeVolumes(pod: Pod): Promise<void> {
    for (const volume of pod.spec.volumes ?? []) {
      const dir = join(this.volumesDir, volume.name);
      if (volume.persistentVolumeClaim !== undefined) {
        await this.attachClaim(pod, volume.persistentVolumeClaim.claimName, dir);
        continue;
      }
      const issue = (source: TokenSource) => this.context.tokens.get(pod, source);
      const files = await readVolume(pod, volume, this.context.data, issue);
      if (files === undefined) {
        mkdirSync(dir, { recursive: true });
        continue;
      }
      const content = fingerprint(files);
      if (this.written.get(volume.name) === content) continue;
      writeVolume(dir, files);
      this.written.set(volume.name, content);
    }
  }

  /** What is on a persistent volume outlives the pod, and the rack. */
  private async attachClaim(pod: Pod, claim: string, dir: string): Promise<void> {
    if (existsSync(dir)) return;
    const path = `/api/v1/namespaces/${pod.metadata.namespace ?? ''}/persistentvolumeclaims/${claim}`;
    const { spec } = await this.context.api.request<{
      readonly spec: { readonly volumeName?: string };
    }>('GET', path);
    if (spec.volumeName === undefined) throw new NotYetThere(`claim ${claim} is not bound yet`);
    const volume = join(this.context.volumesDir, spec.volumeName);
    mkdirSync(volume, { recursive: true });
    mkdirSync(dirname(dir), { recursive: true });
    symlinkSync(volume, dir);
  }

  private async report(pod: Pod, waitingFor?: string): Promise<void> {
    const containers = pod.spec.containers.map((container) => {
      const running = this.running.find((entry) => entry.container.name === container.name);
      return {
        container,
        ready: running?.ready ?? false,
        earlierRestarts: this.earlierRestarts.get(container.name) ?? 0,
        ...(running !== undefined && { process: running.process.state }),
      };
    });
    const report: PodReport = {
      pod,
      hostIP: this.context.hostAddress(pod.spec.nodeName ?? ''),
      startTime: this.startTime,
      containers,
      initContainers: (this.init?.containers ?? []).map(({ container, process }) => ({
        container,
        ready: process?.state.lastExit?.code === 0,
        earlierRestarts: 0,
        ...(process !== undefined && { process: process.state }),
      })),
      ...(this.address !== undefined && { podIP: this.address }),
      ...(waitingFor !== undefined && { waitingFor }),
    };
    const status = renderPodStatus(report);
    const content = JSON.stringify(status, (key: string, value: unknown) =>
      key === 'lastTransitionTime' ? undefined : value,
    );
    if (content === this.lastStatus) return;
    const { namespace = '', name } = pod.metadata;
    await this.context.api.request('PATCH', `/api/v1/namespaces/${namespace}/pods/${name}/status`, {
      body: { metadata: { uid: pod.metadata.uid }, status },
    });
    this.lastStatus = content;
  }
}

async function stopContainer({ process, probes }: RunningContainer): Promise<void> {
  for (const probe of probes) probe.stop();
  await process.stop();
}

function fingerprint(files: VolumeFiles): string {
  return JSON.stringify([...files].map(([path, content]) => [path, content.toString('base64')]));
}
