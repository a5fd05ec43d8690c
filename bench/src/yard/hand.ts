// SPDX-License-Identifier: Apache-2.0
import { ApiError, watchObjects } from '@strata/sandbox/parts';
import type { Api, ApiObject, Watched } from '@strata/sandbox/parts';
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

/** Called before a machine that no pool made is ready. */
export type OnMachine = (namespace: string, machine: object) => Promise<void>;

/** How often something is tried that a busy server refuses. */
const attempts = 10;

const machines = '/apis/kubevirt.io/v1';
const pools = '/apis/pool.kubevirt.io/v1beta1';

/**
 * Plays what operators and controllers of a real infra cluster would do, at once and for nothing:
 * Services get the address they ask for, workloads are ready, operators have installed all, machines
 * run. It is the same hand for every tool that is measured.
 */
export class Hand {
  readonly #api: Api;
  readonly #watches: Watched<ApiObject>[] = [];
  readonly #onError: (error: Error) => void;
  #isStopped = false;

  private constructor(api: Api, onError: (error: Error) => void) {
    this.#api = api;
    this.#onError = onError;
  }

  /** Plays kinds of objects, and on any cluster its workloads. */
  static forKinds(api: Api, kinds: readonly PlayedKind[], onError: (error: Error) => void): Hand {
    const hand = new Hand(api, onError);
    for (const kind of [...workloadKinds, ...kinds]) {
      hand.#watch(`${kind.api}/${kind.plural}`, (object) => hand.#play(kind, object));
    }
    return hand;
  }

  /** What is played on an infra cluster besides. */
  static forInfra(api: Api, onMachine: OnMachine, onError: (error: Error) => void): Hand {
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

  /** Again and again, for a change is told of only once; what went away meanwhile needs nothing. */
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
      // Of some kinds it is written with the rest; or the object is gone, and this says so again.
      await this.#patch(path, body);
    }
  }

  async #setReady(machine: ApiObject): Promise<void> {
    await this.#patch(`${inNamespace(machines, 'virtualmachines', machine)}/status`, {
      status: { ready: true, printableStatus: 'Running', conditions: [conditionTrue('Ready')] },
    });
  }

  /** Machines of a pool and what runs of them; those too many go. */
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
      ...{ name, labels: template.metadata?.labels ?? {} },
      ownerReferences: [
        {
          ...{ apiVersion: 'pool.kubevirt.io/v1beta1', kind: 'VirtualMachinePool' },
          ...{ name: owner.name, uid: owner.uid, controller: true },
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
