// SPDX-License-Identifier: Apache-2.0
import { ApiError, keyOf, type ApiClient } from '@strata/cluster-client';
import type { DataObject } from '../kubernetes/objects.ts';
import { PodTokens } from '../kubernetes/pod-tokens.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import type { Launchers } from '../guests/launchers.ts';
import { Wires } from '../rack/wires.ts';
import { AddressPool } from './addresses.ts';
import type { DataSource } from './environment.ts';
import { findKnownImage } from './images.ts';
import { isFinished, isLauncher, isOfRack, type Pod } from './pod.ts';
import { PodRunner, type RunnerContext } from './pod-runner.ts';

export interface KubeletOptions {
  readonly api: ApiClient;
  /** Launchers, which boot virtual machines and shut them down before their pods end. */
  readonly launchers: Launchers;
  readonly binaryPath: (tool: string, binary: string) => string;
  readonly hostAddress: (nodeName: string) => string;
  /** Returns the bridges of a host that have an uplink. */
  readonly hostBridges: (nodeName: string) => readonly string[];
  readonly logsDir: string;
  /** Folder with the contents of the persistent volumes. */
  readonly volumesDir: string;
  readonly log: (message: string) => void;
}

/** Seconds that a pod may take to end when its spec does not say so: Kubernetes' default. */
const defaultGrace = 30;

/**
 * Plays the kubelets of all hosts for the pods whose programs the toolchain has built. Runs them as
 * processes in their pod's network, with its volumes and its ServiceAccount, and reports what
 * really happens. For the pods of virtual machines, it handles the network, the probes and the end.
 * kwok plays all other pods.
 *
 * Unlike a real kubelet, it does not apply user ids, resource limits and probes by command.
 */
export class Kubelet {
  private readonly options: KubeletOptions;
  private readonly runners = new Map<string, PodRunner>();
  /** Pods that are being ended, by uid. */
  private readonly ending = new Map<string, Promise<void>>();
  private stopping = false;
  private readonly reconciler: Reconciler;
  private readonly pods: Watched<Pod>;
  private readonly secrets: Watched<DataObject>;
  private readonly configMaps: Watched<DataObject>;
  private readonly context: RunnerContext;

  constructor(options: KubeletOptions) {
    this.options = options;
    const { api, log } = options;
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`kubelet: ${error.message}`),
    );
    const trigger = () => this.reconciler.trigger();
    this.pods = watchObjects<Pod>(api, '/api/v1/pods', trigger);
    this.secrets = watchObjects<DataObject>(api, '/api/v1/secrets', trigger);
    this.configMaps = watchObjects<DataObject>(api, '/api/v1/configmaps', trigger);
    this.context = {
      ...options,
      data: this.dataSource(),
      addresses: new AddressPool(),
      wires: new Wires(),
      tokens: new PodTokens(api),
      trigger,
    };
  }

  /** Process ids of all containers, by namespace, pod and container. */
  get pids(): ReadonlyMap<string, number> {
    return new Map([...this.runners.values()].flatMap((runner) => [...runner.pids]));
  }

  /**
   * Pods of the platform's operators that are bound to a host and are not ready, by namespace and
   * name.
   */
  get unreadyPods(): readonly string[] {
    return this.pods
      .list()
      .filter((pod) => pod.spec.nodeName && isOperator(pod) && !isFinished(pod))
      .filter(({ metadata }) => this.runners.get(metadata.uid)?.isReady !== true)
      .map(keyOf);
  }

  /** Ends all containers; the pods stay in the API, and run again after the next start. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.reconciler.stop();
    for (const watched of [this.pods, this.secrets, this.configMaps]) watched.stop();
    await Promise.all([
      ...this.ending.values(),
      ...[...this.runners.values()].map((runner) => runner.stop(defaultGrace)),
    ]);
  }

  private async pass(): Promise<void> {
    const ours = this.pods.list().filter((pod) => pod.spec.nodeName && isOfRack(pod));
    const present = new Set(ours.map(({ metadata }) => metadata.uid));
    const gone = [...this.runners].filter(([uid]) => !present.has(uid));
    // These pods were deleted by force, so nobody waits for their end.
    for (const [uid] of gone) this.end(uid, () => this.forgetMachine(uid));
    const results = await Promise.allSettled(ours.map((pod) => this.syncPod(pod)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason as Error;
  }

  private async syncPod(pod: Pod): Promise<void> {
    const { uid, deletionTimestamp } = pod.metadata;
    if (this.ending.has(uid)) return;
    if (deletionTimestamp !== undefined) {
      this.end(uid, () => this.terminate(pod));
      return;
    }
    if (isFinished(pod)) {
      if (this.runners.has(uid)) this.end(uid, () => this.forget(uid, defaultGrace));
      return;
    }
    let runner = this.runners.get(uid);
    if (runner === undefined) {
      runner = new PodRunner(pod, this.context);
      this.runners.set(uid, runner);
      this.options.log(`kubelet: pod ${keyOf(pod)} on ${pod.spec.nodeName ?? ''}`);
    }
    await runner.sync(pod).catch(ignoreNotFound);
  }

  /** Ends a pod in the background, because a machine may take minutes to shut down. */
  private end(uid: string, work: () => Promise<void>): void {
    if (this.ending.has(uid)) return;
    const done = work()
      .catch((error: unknown) => this.options.log(`kubelet: ${(error as Error).message}`))
      .finally(() => {
        this.ending.delete(uid);
      });
    this.ending.set(uid, done);
  }

  private async terminate(pod: Pod): Promise<void> {
    const { uid, name, namespace = '', deletionGracePeriodSeconds } = pod.metadata;
    const grace = deletionGracePeriodSeconds ?? defaultGrace;
    await this.forget(uid, grace);
    if (isLauncher(pod)) await this.context.launchers.of(pod).leave(grace);
    if (this.stopping) return;
    await this.options.api
      .request('DELETE', `/api/v1/namespaces/${namespace}/pods/${name}`, {
        body: { gracePeriodSeconds: 0, preconditions: { uid } },
      })
      .catch(ignoreNotFound);
    this.context.launchers.forget(uid);
  }

  private async forgetMachine(uid: string): Promise<void> {
    await this.forget(uid, 0);
    this.context.launchers.forget(uid);
  }

  private async forget(uid: string, graceSeconds: number): Promise<void> {
    const runner = this.runners.get(uid);
    await runner?.stop(graceSeconds);
    this.runners.delete(uid);
    this.context.tokens.forget(uid);
  }

  private dataSource(): DataSource {
    const read = (from: () => Watched<DataObject>, encoding: BufferEncoding) => {
      return (namespace: string, name: string) => {
        const object = from().get(`${namespace}/${name}`);
        if (object === undefined) return undefined;
        const text = Object.entries(object.data ?? {}).map(
          ([key, value]) => [key, Buffer.from(value, encoding)] as const,
        );
        const binary = Object.entries(object.binaryData ?? {}).map(
          ([key, value]) => [key, Buffer.from(value, 'base64')] as const,
        );
        return Object.fromEntries([...text, ...binary]);
      };
    };
    return {
      secret: read(() => this.secrets, 'base64'),
      configMap: read(() => this.configMaps, 'utf8'),
    };
  }
}

/**
 * Returns whether the platform itself needs the pod. Pods of user clusters may be down for any
 * time.
 */
function isOperator(pod: Pod): boolean {
  const { containers, initContainers = [] } = pod.spec;
  const all = [...containers, ...initContainers];
  const serves = all.map(({ image }) => findKnownImage(image)?.serves);
  return serves.every((whom) => whom === 'platform') && !isLauncher(pod);
}

/** Ignores that an object was deleted while it was processed; the next pass sees that. */
function ignoreNotFound(error: unknown): void {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 409);
  if (!isGone) throw error;
}
