// SPDX-License-Identifier: Apache-2.0
import { ApiError, type Api } from '../kubernetes/api.ts';
import { keyOf, type DataObject } from '../kubernetes/objects.ts';
import { PodTokens } from '../kubernetes/pod-tokens.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import { AddressPool } from './addresses.ts';
import type { DataSource } from './environment.ts';
import { isFinished, isProcessBacked, type Pod } from './pod.ts';
import { PodRunner, type RunnerContext } from './pod-runner.ts';

export interface KubeletOptions {
  readonly api: Api;
  readonly binaryPath: (tool: string, binary: string) => string;
  readonly hostAddress: (nodeName: string) => string;
  readonly logsDir: string;
  /** Folder of the persistent volumes' contents. */
  readonly volumesDir: string;
  readonly log: (message: string) => void;
}

/**
 * The kubelet of all hosts for the pods whose programs the toolchain has built: runs them as
 * processes in their pod's network, with its volumes and under its ServiceAccount, and reports
 * what really happens. All other pods are kwok's.
 *
 * Not like a real one: user ids, resource limits and probes by command are not applied.
 */
export class Kubelet {
  private readonly options: KubeletOptions;
  private readonly runners = new Map<string, PodRunner>();
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
      tokens: new PodTokens(api),
      trigger,
    };
  }

  /** Process ids of all containers, by namespace, pod and container. */
  get pids(): ReadonlyMap<string, number> {
    return new Map([...this.runners.values()].flatMap((runner) => [...runner.pids]));
  }

  /** Pods that are bound to a host and not ready, by namespace and name. */
  get unreadyPods(): readonly string[] {
    return this.pods
      .list()
      .filter((pod) => pod.spec.nodeName && isProcessBacked(pod) && !isFinished(pod))
      .filter(({ metadata }) => this.runners.get(metadata.uid)?.isReady !== true)
      .map(keyOf);
  }

  /** Ends all containers; the pods stay, and run again after the next start. */
  async stop(): Promise<void> {
    await this.reconciler.stop();
    for (const watched of [this.pods, this.secrets, this.configMaps]) watched.stop();
    await Promise.all([...this.runners.values()].map((runner) => runner.stop()));
  }

  private async pass(): Promise<void> {
    const ours = this.pods.list().filter((pod) => pod.spec.nodeName && isProcessBacked(pod));
    const present = new Set(ours.map(({ metadata }) => metadata.uid));
    const gone = [...this.runners].filter(([uid]) => !present.has(uid));
    const results = await Promise.allSettled([
      ...gone.map(([uid]) => this.forget(uid)),
      ...ours.map((pod) => this.syncPod(pod)),
    ]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason as Error;
  }

  private async syncPod(pod: Pod): Promise<void> {
    const { uid, name, namespace = '', deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined) {
      await this.forget(uid);
      await this.options.api
        .request('DELETE', `/api/v1/namespaces/${namespace}/pods/${name}`, {
          body: { gracePeriodSeconds: 0, preconditions: { uid } },
        })
        .catch(ignoreNotFound);
      return;
    }
    if (isFinished(pod)) return this.forget(uid);
    let runner = this.runners.get(uid);
    if (runner === undefined) {
      runner = new PodRunner(pod, this.context);
      this.runners.set(uid, runner);
      this.options.log(`kubelet: pod ${keyOf(pod)} on ${pod.spec.nodeName ?? ''}`);
    }
    await runner.sync(pod).catch(ignoreNotFound);
  }

  private async forget(uid: string): Promise<void> {
    const runner = this.runners.get(uid);
    this.runners.delete(uid);
    this.context.tokens.forget(uid);
    await runner?.stop();
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

/** The object went while it was worked on; the next pass sees that. */
function ignoreNotFound(error: unknown): void {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 409);
  if (!isGone) throw error;
}
