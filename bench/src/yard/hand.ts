// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import { watchObjects } from '@strata/sandbox/parts';
import type { ApiObject, Watched } from '@strata/sandbox/parts';
import { setTimeout } from 'node:timers/promises';
import { conditionTrue, services, workloadKinds } from './played-status.ts';
import type { PlayedKind } from './played-status.ts';

interface VirtualMachine extends ApiObject {
  readonly spec: object;
  readonly status?: { readonly ready?: boolean };
}

interface Pool extends ApiObject {
  readonly spec: {
    readonly replicas: number;
    readonly virtualMachineTemplate: {
      readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
      readonly spec: object;
    };
  };
  readonly status?: { readonly readyReplicas?: number };
}

/** Function that is called before a VM that belongs to no pool becomes ready. */
export type OnMachine = (namespace: string, machine: object) => Promise<void>;

/** Number of attempts when a busy server refuses a request. */
const attempts = 10;

const machines = '/apis/kubevirt.io/v1';
const pools = '/apis/pool.kubevirt.io/v1beta1';

/**
 * Simulates the operators and controllers of a real infra cluster, without delay and cost: Services
 * get the address they ask for, workloads are ready, operators have installed everything, VMs run.
 * All measured tools use the same simulation.
 */
export class Hand {
  readonly #api: ApiClient;
  readonly #watches: Watched<ApiObject>[] = [];
  readonly #onError: (error: Error) => void;
  #isStopped = false;

  private constructor(api: ApiClient, onError: (error: Error) => void) {
    this.#api = api;
    this.#onError = onError;
  }

  /** Simulates kinds of objects, and the workloads of any cluster. */
  static forKinds(
    api: ApiClient,
    kinds: readonly PlayedKind[],
    onError: (error: Error) => void,
  ): Hand {
    const hand = new Hand(api, onError);
    for (const kind of [...workloadKinds, ...kinds]) {
      hand.#watch(`${kind.api}/${kind.plural}`, (object) => hand.#play(kind, object));
    }
    return hand;
  }

  /** Simulates what an infra cluster has in addition. */
  static forInfra(api: ApiClient, onMachine: OnMachine, onError: (error: Error) => void): Hand {
    const hand = Hand.forKinds(api, [services], onError);
    hand.#watch<VirtualMachine>(`${machines}/virtualmachines`, async (machine) => {
      if (machine.status?.ready === true) return;
      await onMachine(machine.metadata.namespace ?? '', machine.spec);
      await hand.#setReady(machine);
    });
    hand.#watch<Pool>(`${pools}/virtualmachinepools`, (pool) => hand.#fillPool(pool));
    return hand;
  }

  stop(): void {
    this.#isStopped = true;
    for (const watch of this.#watches) watch.stop();
  }

  #watch<T extends ApiObject>(path: string, act: (object: T) => Promise<void>): Watched<T> {
    const watched = watchObjects<T>(this.#api, path, (object) => {
      if (object.metadata.deletionTimestamp !== undefined) return;
      void this.#untilDone(() => act(object));
    });
    this.#watches.push(watched);
    return watched;
  }

  /**
   * Repeats an action until it succeeds, because each change is reported only once; an object that
   * is gone meanwhile needs nothing.
   */
  async #untilDone(act: () => Promise<void>): Promise<void> {
    for (let attempt = 1; !this.#isStopped; attempt += 1) {
      try {
        await act();
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return;
        if (attempt === attempts) this.#onError(error as Error);
        if (attempt === attempts) return;
        await setTimeout(200 * attempt);
      }
    }
  }

  async #patch(path: string, body: object): Promise<void> {
    await this.#api.request('PATCH', path, { body });
  }

  async #play(kind: PlayedKind, object: ApiObject): Promise<void> {
    const { api, makes = [], plural } = kind;
    const body = kind.patch(object);
    if (body === undefined) return;
    for (const made of makes) {
      await this.#api.request('POST', made.path, { body: made.body }).catch(ignore(409));
    }
    const path = inNamespace(api, plural, object);
    if (!('status' in body)) return this.#patch(path, body);
    try {
      await this.#patch(`${path}/status`, body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      // Some kinds have no status subresource, so the status is written with the rest. Or the
      // object is gone, and this request reports that again.
      await this.#patch(path, body);
    }
  }

  async #setReady(machine: ApiObject): Promise<void> {
    await this.#patch(`${inNamespace(machines, 'virtualmachines', machine)}/status`, {
      status: { ready: true, printableStatus: 'Running', conditions: [conditionTrue('Ready')] },
    });
  }

  /** Makes the VMs of a pool and their running instances, and deletes those that are too many. */
  async #fillPool(pool: Pool): Promise<void> {
    const { metadata, spec, status } = pool;
    if (status?.readyReplicas === spec.replicas) return;
    const namespace = metadata.namespace ?? '';
    const list = (plural: string) => `${machines}/namespaces/${namespace}/${plural}`;
    for (let index = 0; index < Math.max(spec.replicas, status?.readyReplicas ?? 0); index += 1) {
      const name = `${metadata.name}-${index}`;
      if (index >= spec.replicas) {
        for (const plural of ['virtualmachines', 'virtualmachineinstances']) {
          await this.#api.request('DELETE', `${list(plural)}/${name}`).catch(ignore(404));
        }
        continue;
      }
      await this.#runMachine(pool, name, list);
    }
    await this.#patch(`${inNamespace(pools, 'virtualmachinepools', pool)}/status`, {
      status: { replicas: spec.replicas, readyReplicas: spec.replicas, labelSelector: 'a=b' },
    });
  }

  async #runMachine(
    { metadata: owner, spec }: Pool,
    name: string,
    list: (plural: string) => string,
  ) {
    const template = spec.virtualMachineTemplate;
    const metadata = {
      name,
      labels: template.metadata?.labels ?? {},
      ownerReferences: [
        {
          apiVersion: 'pool.kubevirt.io/v1beta1',
          kind: 'VirtualMachinePool',
          name: owner.name,
          uid: owner.uid,
          controller: true,
        },
      ],
    };
    const make = (kind: string, plural: string, rest: object) =>
      this.#api
        .request('POST', list(plural), {
          body: { apiVersion: 'kubevirt.io/v1', kind, metadata, ...rest },
        })
        .catch(ignore(409));
    await make('VirtualMachine', 'virtualmachines', { spec: template.spec });
    await make('VirtualMachineInstance', 'virtualmachineinstances', {
      status: { phase: 'Running', conditions: [conditionTrue('Ready')] },
    });
  }
}

function inNamespace(base: string, plural: string, { metadata }: ApiObject): string {
  const { name, namespace } = metadata;
  return `${base}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}/${name}`;
}

const ignore = (status: number) => (error: unknown) => {
  if (error instanceof ApiError && error.status === status) return;
  throw error;
};
