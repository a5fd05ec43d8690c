// SPDX-License-Identifier: Apache-2.0
import { ApiError, ListFollower, type ApiClient } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disk } from '../boot-file.ts';
import { onChange, type Tell } from '../console.ts';
import { driverOf, startDriver, type CsiDriver } from './csi-drivers.ts';
import { podPath, reconcileMirrors, removeNow } from './mirror-pods.ts';
import type { Node, Pod } from './objects.ts';
import { patchStrategic } from './patch-strategic.ts';
import { PodAddresses } from './pod-addresses.ts';
import { isMirror, podStep, waitingFor, type PodFacts } from './pod-state.ts';
import type { StaticPodState } from './static-pods.ts';
import { followGrowth } from './volume-growth.ts';
import type { VolumePrograms } from './volume-programs.ts';
import { lostDisk, volumeState, type VolumeState } from './volumes.ts';

/** Milliseconds between two rounds over the pods; a round also follows every change of a pod. */
const interval = 1_000;

/** Milliseconds within which changes are collected and handled in one round. */
const gatherTime = 50;

export interface PodAgentOptions {
  readonly api: ApiClient;
  readonly nodeName: string;
  readonly nodeAddress: string;
  readonly signal: AbortSignal;
  readonly tell: Tell;
  readonly node: () => Node | undefined;
  readonly disks: () => readonly Disk[];
  /** Programs of containers that have a volume. */
  readonly programs: VolumePrograms;
  readonly staticPods: () => readonly StaticPodState[];
  readonly networkReady: () => boolean;
  /** Called when a pod that installs a network plugin runs. */
  readonly installNetwork: (pod: Pod) => void;
  readonly shuttingDown: () => boolean;
}

/**
 * Returns whether a pod installs a network plugin: it writes to the folder in which container
 * runtimes look for one.
 */
export function bringsNetwork({ spec }: Pod): boolean {
  return (spec.volumes ?? []).some(
    ({ hostPath }) => hostPath?.path.startsWith('/etc/cni') === true,
  );
}

const running = (pod: Pod) => pod.status?.phase === 'Running';
const alive = (pod: Pod) => pod.metadata.deletionTimestamp === undefined;

/** Plays the pods that are bound to this node. */
export class PodAgent {
  private readonly options: PodAgentOptions;
  private readonly pods: ListFollower<Pod>;
  private readonly addresses = new PodAddresses();
  private readonly volumes = new Map<string, VolumeState>();
  /**
   * Serial numbers of disks that were removed while a pod used them, by the pod's uid: its file
   * system stays broken.
   */
  private readonly lost = new Map<string, string>();
  private readonly complain: (line: string | undefined) => void;
  private readonly waits = new Map<string, string>();
  private wake: (() => void) | undefined;
  private working: Promise<void> = Promise.resolve();

  constructor(options: PodAgentOptions) {
    this.options = options;
    const { api, nodeName, signal, tell } = options;
    this.complain = onChange((line) => tell(`pods: ${line}`));
    this.pods = new ListFollower<Pod>({
      api,
      path: `/api/v1/pods?fieldSelector=spec.nodeName%3D${nodeName}`,
      signal,
      onChange: () => this.wake?.(),
      onGone: ({ metadata }) => this.forget(metadata.uid),
      report: (error) => this.complain(error?.message),
    });
  }

  /** Volumes that pods of this node use, by the names in the node's status. */
  get volumesInUse(): string[] {
    return [...new Set([...this.volumes.values()].flatMap(({ inUse }) => inUse))].sort();
  }

  /** CSI drivers that run on this node. */
  get drivers(): CsiDriver[] {
    const node = this.options.node();
    if (node === undefined) return [];
    return this.pods
      .list()
      .filter(running)
      .flatMap((pod) => {
        const name = driverOf(pod);
        const driver = name === undefined ? undefined : startDriver(name, node);
        return driver !== undefined && 'nodeID' in driver ? [driver] : [];
      });
  }

  /** Handles the pods until the signal ends it. */
  async run(): Promise<void> {
    const { api, disks, programs, signal } = this.options;
    const growth = {
      pods: () => this.runningPods(),
      grow: (serial: string) => programs.grow(serial, disks()),
    };
    const following = Promise.all([
      this.pods.run(),
      followGrowth(api, growth, signal, this.complain),
    ]);
    while (!signal.aborted) {
      await this.reconcile();
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      await Promise.race([woken, sleep(interval, undefined, { signal }).catch(() => undefined)]);
      await sleep(gatherTime);
    }
    await following;
  }

  private runningPods(): Pod[] {
    return this.pods.list().filter((pod) => running(pod) && alive(pod));
  }

  /**
   * Runs one round over all pods; never two at once. A pod that fails does not stop the work on the
   * others.
   */
  reconcile(): Promise<void> {
    this.working = this.working.then(() => this.round());
    return this.working;
  }

  private async round(): Promise<void> {
    const { api, node, staticPods, nodeAddress, shuttingDown } = this.options;
    const current = node();
    const range = current?.spec?.podCIDR;
    if (range !== undefined) this.addresses.use(range);
    const all = this.pods.list();
    const errors: string[] = [];
    const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        errors.push(`${what}: ${(error as Error).message}`);
      }
    };
    for (const pod of all.filter((one) => !isMirror(one))) {
      const { namespace = '', name } = pod.metadata;
      await attempt(`pod ${namespace}/${name}`, () => this.handle(pod));
    }
    if (current !== undefined && !shuttingDown()) {
      const mirrors = all.filter(isMirror);
      await attempt('static pods', () =>
        reconcileMirrors(api, current, staticPods(), mirrors, nodeAddress),
      );
    }
    if (errors.length > 0 && !this.options.signal.aborted) this.complain(errors.join('; '));
  }

  private async handle(pod: Pod): Promise<void> {
    const { api, programs, shuttingDown } = this.options;
    const { uid } = pod.metadata;
    const step = podStep(pod, await this.factsOf(pod));
    if (running(pod) && alive(pod) && bringsNetwork(pod)) this.options.installNetwork(pod);
    try {
      if (step.kind === 'remove') {
        await programs.stop(pod);
        this.volumes.delete(uid);
        await removeNow(api, pod);
      } else if (step.kind === 'report') {
        if (shuttingDown()) await programs.stop(pod);
        await patchStrategic(api, `${podPath(pod)}/status`, { status: step.status });
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }

  private async factsOf(pod: Pod): Promise<PodFacts> {
    const { nodeAddress, networkReady, shuttingDown } = this.options;
    const { uid } = pod.metadata;
    const starting = alive(pod) && (pod.status?.phase ?? 'Pending') === 'Pending';
    const hasClaims = (pod.spec.volumes ?? []).some(
      (one) => one.persistentVolumeClaim !== undefined,
    );
    let missingVolume: string | undefined;
    const known = this.volumes.get(uid);
    const isUnsettled = starting || known === undefined || known.missing !== undefined;
    if (hasClaims && alive(pod) && isUnsettled) {
      const state = await volumeState(
        this.options.api,
        this.options.nodeName,
        pod,
        this.options.disks(),
      );
      this.volumes.set(uid, state);
      missingVolume = state.missing;
    }
    if (running(pod) && alive(pod)) await this.runPrograms(pod);
    const facts: PodFacts = {
      nodeAddress,
      podAddress:
        pod.spec.hostNetwork === true ? nodeAddress : this.addresses.of(uid, pod.status?.podIP),
      networkReady: networkReady(),
      missingVolume: missingVolume ?? this.unreadyDriver(pod),
      lostDisk: this.lost.get(uid),
      shuttingDown: shuttingDown(),
      now: new Date(),
    };
    if (starting) this.tellWait(pod, waitingFor(pod, facts));
    return facts;
  }

  /**
   * Starts the programs of a pod. When one of its disks is gone, ends them instead and reports an
   * I/O error, as the kernel would.
   */
  private async runPrograms(pod: Pod): Promise<void> {
    const { uid, namespace = '', name } = pod.metadata;
    const { programs, disks, shuttingDown } = this.options;
    const state = this.volumes.get(uid);
    if (state === undefined || state.missing !== undefined || this.lost.has(uid)) return;
    const serial = lostDisk(state.disks, disks());
    if (serial === undefined) {
      if (!shuttingDown()) programs.start(pod, state.disks, disks());
      return;
    }
    await programs.break(pod);
    this.lost.set(uid, serial);
    this.options.tell(`pod ${namespace}/${name}: Input/output error: disk ${serial} is gone`);
  }

  private unreadyDriver(pod: Pod): string | undefined {
    const name = driverOf(pod);
    const node = this.options.node();
    if (name === undefined || node === undefined) return undefined;
    const driver = startDriver(name, node);
    return 'reason' in driver ? driver.reason : undefined;
  }

  private tellWait(pod: Pod, reason: string | undefined): void {
    const { uid, namespace = '', name } = pod.metadata;
    if (reason === this.waits.get(uid)) return;
    if (reason === undefined) this.waits.delete(uid);
    else {
      this.waits.set(uid, reason);
      this.options.tell(`pod ${namespace}/${name} waits: ${reason}`);
    }
  }

  private forget(uid: string): void {
    this.addresses.release(uid);
    this.volumes.delete(uid);
    this.lost.delete(uid);
    this.waits.delete(uid);
    this.wake?.();
  }
}
