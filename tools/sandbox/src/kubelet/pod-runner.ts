// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Launchers } from '../guests/launchers.ts';
import { SupervisedProcess } from '../process/supervised-process.ts';
import {
  containerName,
  containerProcess,
  initRestartRule,
  logFileName,
  requireProgram,
} from './container-process.ts';
import { ContainerProbes } from './container-probes.ts';
import { IdleRun, type ContainerRun } from './container-run.ts';
import { NotYetThere, resolveEnvironment } from './environment.ts';
import { InitSequence, isDone } from './init-sequence.ts';
import { isLauncher, isSidecar, type Container, type Pod } from './pod.ts';
import { renderPodStatus, statusPatch, type PodReport } from './pod-status.ts';
import { PodNetworkSetup, type PodNetworks } from './pod-network.ts';
import { PodVolumes, type VolumeSources } from './pod-volumes.ts';
import { runProbe } from './probes.ts';
import { savedDelay } from './saved-delay.ts';
import { renderHosts, type NamedService } from './service-names.ts';

/** Dependencies that the runners of all pods share. */
export interface RunnerContext extends VolumeSources, PodNetworks {
  readonly launchers: Launchers;
  readonly binaryPath: (tool: string, binary: string) => string;
  readonly hostAddress: (nodeName: string) => string;
  readonly logsDir: string;
}

const mountPoint = '/run/strata/root';

interface RunningContainer {
  readonly container: Container;
  readonly run: ContainerRun;
  readonly probes: ContainerProbes;
}

/** Runs one pod, from its binding to a host until it is deleted. */
export class PodRunner {
  private readonly context: RunnerContext;
  private readonly network: PodNetworkSetup;
  private readonly volumes: PodVolumes;
  private readonly startTime: Date;
  private readonly earlierRestarts: ReadonlyMap<string, number>;
  private init: InitSequence | undefined;
  private hostsFile: string | undefined;
  private running: RunningContainer[] = [];
  private lastStatus = '';

  constructor(pod: Pod, context: RunnerContext) {
    this.context = context;
    this.network = new PodNetworkSetup(pod, context);
    this.volumes = new PodVolumes(pod.metadata.uid, context);
    this.startTime = new Date(pod.status?.startTime ?? Date.now());
    // A pod that ran before the sandbox was stopped counts as restarted with its host. A machine's
    // pod cannot be restarted, so it is reported to continue.
    const again = isLauncher(pod) ? 0 : 1;
    this.earlierRestarts = new Map(
      (pod.status?.containerStatuses ?? []).map((s) => [s.name, s.restartCount + again]),
    );
  }

  /** Process ids of the pod's containers, by container name. */
  get pids(): ReadonlyMap<string, number> {
    return new Map(
      this.running.flatMap(({ run: { state, spec } }) =>
        state.pid === undefined || state.phase !== 'running' ? [] : [[spec.name, state.pid]],
      ),
    );
  }

  /** Whether every container runs and passes its probes. */
  get isReady(): boolean {
    return this.running.length > 0 && this.running.every(({ probes }) => probes.isReady);
  }

  /** Runs one pass: starts what can start, renews volumes, reports the status. */
  async sync(pod: Pod): Promise<void> {
    let waitingFor: string | undefined;
    try {
      await this.volumes.write(pod);
      if (this.network.current === undefined) {
        await this.start(pod);
        // Report the address first: policies know a pod by its address, and drop its traffic until
        // then.
        await this.report(pod);
      }
      if (this.init?.advance() === true && this.running.length === 0) this.startContainers(pod);
    } catch (error) {
      if (!(error instanceof NotYetThere)) throw error;
      waitingFor = error.message;
    }
    await this.report(pod, waitingFor);
  }

  /**
   * Ends the processes of the pod and releases its resources.
   *
   * @param graceSeconds - Seconds that a machine may take to shut down.
   */
  async stop(graceSeconds: number): Promise<void> {
    await Promise.all([
      this.init?.stop(graceSeconds),
      ...this.running.map((container) => stopContainer(container, graceSeconds)),
    ]);
    this.running = [];
    if (this.network.current === undefined) return;
    await this.network.remove();
    this.volumes.remove();
  }

  private async start(pod: Pod): Promise<void> {
    const initContainers = pod.spec.initContainers ?? [];
    // Check that all programs exist before anything is made.
    for (const container of [...initContainers, ...pod.spec.containers]) {
      if (isLauncher(pod)) continue;
      requireProgram(container, this.context.binaryPath);
      resolveEnvironment(pod, container, this.context.data);
    }
    if (!isLauncher(pod)) this.hostsFile = await this.writeHosts(pod);
    await this.network.create(pod);
    mkdirSync(mountPoint, { recursive: true });
    this.init = new InitSequence(initContainers, (container) => {
      const run = this.createInitRun(pod, container);
      run.start();
      return run;
    });
  }

  /** Writes the file by which the pod's programs find Services; returns its path. */
  private async writeHosts({ metadata: { namespace = '' } }: Pod): Promise<string> {
    const { items } = await this.context.api.request<{ readonly items: readonly NamedService[] }>(
      'GET',
      `/api/v1/namespaces/${namespace}/services`,
    );
    // No volume has a name with a dot.
    const file = join(this.volumes.dir, '.hosts');
    mkdirSync(this.volumes.dir, { recursive: true });
    writeFileSync(file, renderHosts(items, namespace));
    return file;
  }

  private startContainers(pod: Pod): void {
    const { current } = this.network;
    if (current === undefined) return;
    if (isLauncher(pod)) {
      const launcher = this.context.launchers.of(pod);
      launcher.plugIn(current);
      this.network.follow(launcher);
    }
    this.running = pod.spec.containers.map((container) => this.startContainer(pod, container));
  }

  private createInitRun(pod: Pod, container: Container): ContainerRun {
    const { trigger } = this.context;
    if (isSidecar(container)) return this.createRun(pod, container, trigger);
    if (isLauncher(pod)) return new IdleRun(containerName(pod, container), trigger);
    const spec = { ...this.processOf(pod, container), restarts: initRestartRule(pod) };
    return new SupervisedProcess(spec, trigger);
  }

  private createRun(pod: Pod, container: Container, onChange: () => void): ContainerRun {
    const name = containerName(pod, container);
    if (isLauncher(pod)) {
      const { terminationGracePeriodSeconds } = pod.spec;
      return this.context.launchers
        .of(pod)
        .createRun(name, onChange, terminationGracePeriodSeconds);
    }
    return new SupervisedProcess(this.processOf(pod, container), onChange);
  }

  private processOf(pod: Pod, container: Container) {
    const { data, logsDir, binaryPath } = this.context;
    this.volumes.createSubPaths(container);
    const podIP = this.network.current?.address;
    const withAddress = {
      ...pod,
      status: { ...pod.status, ...(podIP !== undefined && { podIP }) },
    };
    return containerProcess({
      pod,
      container,
      env: resolveEnvironment(withAddress, container, data),
      networkName: this.network.name,
      volumesDir: this.volumes.dir,
      mountPoint,
      logFile: join(logsDir, logFileName(pod, container)),
      ...(this.hostsFile !== undefined && { hostsFile: this.hostsFile }),
      binaryPath,
    });
  }

  private startContainer(pod: Pod, container: Container): RunningContainer {
    const { trigger } = this.context;
    const run = this.createRun(pod, container, () => {
      if (run.state.phase === 'running') probes.begin();
      else probes.end();
      trigger();
    });
    const probes = new ContainerProbes({
      container,
      ask: (probe) => runProbe(probe, container, this.network.current?.address ?? ''),
      kill: () => run.kill(),
      onChange: trigger,
      earlier: savedDelay(pod),
    });
    run.start();
    return { container, run, probes };
  }

  private async report(pod: Pod, waitingFor?: string): Promise<void> {
    const containers = pod.spec.containers.map((container) => {
      const running = this.running.find((entry) => entry.container.name === container.name);
      return {
        container,
        ready: running?.probes.isReady ?? false,
        started: running?.probes.hasStarted ?? false,
        earlierRestarts: this.earlierRestarts.get(container.name) ?? 0,
        ...(running !== undefined && { process: running.run.state }),
      };
    });
    const podIP = this.network.current?.address;
    const report: PodReport = {
      pod,
      hostIP: this.context.hostAddress(pod.spec.nodeName ?? ''),
      startTime: this.startTime,
      containers,
      initContainers: (this.init?.containers ?? []).map((entry) => ({
        container: entry.container,
        ready: isDone(entry),
        started: entry.run?.state.phase === 'running',
        earlierRestarts: 0,
        ...(entry.run !== undefined && { process: entry.run.state }),
      })),
      ...(podIP !== undefined && { podIP }),
      ...(waitingFor !== undefined && { waitingFor }),
    };
    const status = renderPodStatus(report);
    const content = JSON.stringify(status, (key: string, value: unknown) =>
      key === 'lastTransitionTime' ? undefined : value,
    );
    if (content === this.lastStatus) return;
    const { namespace = '', name } = pod.metadata;
    await this.context.api.request('PATCH', `/api/v1/namespaces/${namespace}/pods/${name}/status`, {
      // Conditions that others have set, such as those of readiness gates, stay.
      patch: 'strategic',
      body: { metadata: { uid: pod.metadata.uid }, status: statusPatch(status) },
    });
    this.lastStatus = content;
  }
}

async function stopContainer({ run, probes }: RunningContainer, graceSeconds: number) {
  probes.end();
  await run.stop(graceSeconds);
}
