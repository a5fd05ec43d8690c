// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { refusalOf } from './compare-target.ts';
import type { ComparedObject } from './compare-target.ts';
import { groupKind, keyOf, titleOf } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { judgesRequests } from './order-of-kinds.ts';
import { setOwners } from './owners.ts';
import { postObject } from './post-object.ts';
import type { ServedKinds } from './served-kinds.ts';

/** Cluster in which objects are made. */
export interface MakeTarget {
  readonly client: ApiClient;
  readonly served: ServedKinds;
  readonly signal: AbortSignal;
  /** Milliseconds between two looks at something that is waited for. */
  readonly pause: number;
}

/** An object that could not be made, or not in full. */
export interface FailedObject {
  readonly title: string;
  readonly why: string;
}

/** Result of {@link makeObjects}. */
export interface MadeObjects {
  readonly made: number;
  readonly failed: readonly FailedObject[];
}

/** Milliseconds until a new kind must be served. */
const patience = 60_000;

const conditions = z.object({
  status: z.object({
    conditions: z.array(z.object({ type: z.string(), status: z.string() })).default([]),
  }),
});

/** Waits until the API serves a kind that was just defined; whoever comes too early gets a 404. */
async function untilServed(
  { client, pause, served, signal }: MakeTarget,
  manifest: Manifest,
): Promise<boolean> {
  const collection = (await served.collectionOf(manifest)) ?? '';
  const path = `${collection}/${encodeURIComponent(manifest.metadata.name)}`;
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const read = conditions.safeParse(await client.get(path));
    const all = read.success ? read.data.status.conditions : [];
    if (all.some(({ status, type }) => type === 'Established' && status === 'True')) return true;
    await sleep(pause, undefined, { signal });
  }
  return false;
}

/** Fields of a ServiceAccount that people set. */
function ofPeople({ metadata, ...rest }: Manifest): object {
  const { annotations, labels } = metadata;
  const { automountServiceAccountToken, imagePullSecrets } = rest;
  return { metadata: { annotations, labels }, automountServiceAccountToken, imagePullSecrets };
}

/** Result for an object. */
interface Tried {
  /** Why it was not made; undefined when it was. */
  readonly why?: string;
  /** Whether somebody else has made it. */
  readonly isThere?: boolean;
}

/** Makes the new ones of compared objects, in their order. */
class Maker {
  readonly failed: FailedObject[] = [];
  made = 0;
  readonly #target: MakeTarget;
  readonly #namespaces = new Set<string>();
  readonly #done = new Set<ComparedObject>();
  /** Titles of Secrets that are not there, by the keys of their owners. */
  readonly #missed = new Map<string, string>();

  constructor(target: MakeTarget) {
    this.#target = target;
  }

  async make(object: ComparedObject): Promise<void> {
    const { manifest } = object;
    const { isThere, why } = await this.#try(object);
    if (why !== undefined) {
      this.#fail(manifest, why);
      if (isThere !== true) this.miss(object);
      return;
    }
    this.made += 1;
    this.#done.add(object);
    await this.#after(manifest);
  }

  /** Keeps back the owners of a Secret that cannot be made: their programs may make up another one. */
  miss({ manifest, owners }: ComparedObject): void {
    if (groupKind(manifest) !== 'Secret') return;
    for (const owner of owners) this.#missed.set(keyOf(owner.manifest), titleOf(manifest));
  }

  /** Gives an object that was made, or lacks them, the owners that it had. */
  async own(object: ComparedObject): Promise<void> {
    const isOwned = object.owners.length > 0 && this.#done.has(object);
    if (!isOwned && object.lacksOwners !== true) return;
    const why = await setOwners(this.#target, object);
    if (why !== undefined) this.#fail(object.manifest, why);
  }

  /** @returns why the object is not made, unless it is, and whether somebody else has made it. */
  async #try({ isUntouched, manifest }: ComparedObject): Promise<Tried> {
    const { client, served } = this.#target;
    const missed = this.#missed.get(keyOf(manifest));
    if (missed !== undefined) {
      return { why: `${missed} belongs to it and is not there: a program may make up another one` };
    }
    const collection = await served.collectionOf(manifest);
    if (collection === undefined) {
      return { why: `the target does not serve ${manifest.kind} of ${manifest.apiVersion}` };
    }
    const path = `${collection}/${encodeURIComponent(manifest.metadata.name)}`;
    if (isUntouched !== true) {
      const { body, status } = await postObject(this.#target, collection, manifest);
      if (status < 300) return {};
      if (status !== 409 || !this.#isOfController(manifest)) {
        return { why: refusalOf(status, body), isThere: status === 409 };
      }
    }
    await client.patch(path, ofPeople(manifest));
    return {};
  }

  async #after(manifest: Manifest): Promise<void> {
    const kind = groupKind(manifest);
    if (kind === 'Namespace') this.#namespaces.add(manifest.metadata.name);
    if (kind !== 'CustomResourceDefinition.apiextensions.k8s.io') return;
    if (!(await untilServed(this.#target, manifest))) {
      this.#fail(manifest, `its kind is not served after ${patience / 1_000} s`);
    }
    this.#target.served.forget();
  }

  /** A controller makes the ServiceAccount "default" of a namespace at any moment after it. */
  #isOfController(manifest: Manifest): boolean {
    const { namespace = '' } = manifest.metadata;
    return groupKind(manifest) === 'ServiceAccount' && this.#namespaces.has(namespace);
  }

  #fail(manifest: Manifest, why: string): void {
    this.failed.push({ title: titleOf(manifest), why });
  }
}

/**
 * Makes what a target does not have. What is there stays as it is, so the same call goes on where one was
 * killed.
 *
 * @throws ApiError when the target does not answer.
 */
export async function makeObjects(
  target: MakeTarget,
  objects: readonly ComparedObject[],
): Promise<MadeObjects> {
  const maker = new Maker(target);
  for (const object of objects.filter(({ verdict }) => verdict === 'refused')) maker.miss(object);
  const made = objects.filter(({ verdict }) => verdict === 'new');
  const isJudge = ({ manifest }: ComparedObject) => judgesRequests(manifest);
  for (const object of made.filter((one) => !isJudge(one))) await maker.make(object);
  for (const object of objects) await maker.own(object);
  for (const object of made.filter(isJudge)) {
    await maker.make(object);
    await maker.own(object);
  }
  return { made: maker.made, failed: maker.failed };
}
