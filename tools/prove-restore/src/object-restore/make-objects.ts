// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { refusalOf } from './compare-target.ts';
import type { ComparedObject } from './compare-target.ts';
import { titleOf } from './manifest.ts';
import type { Manifest, OwnerReference } from './manifest.ts';
import { judgesRequests } from './order-of-kinds.ts';
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
async function untilServed({ client, pause, signal }: MakeTarget, path: string): Promise<boolean> {
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

/** Makes the new ones of compared objects, in their order. */
class Maker {
  readonly failed: FailedObject[] = [];
  made = 0;
  readonly #target: MakeTarget;
  readonly #namespaces = new Set<string>();

  constructor(target: MakeTarget) {
    this.#target = target;
  }

  async make({ manifest }: ComparedObject): Promise<void> {
    const { client, served } = this.#target;
    const collection = await served.collectionOf(manifest);
    if (collection === undefined) {
      this.#fail(manifest, `the target does not serve ${manifest.kind} of ${manifest.apiVersion}`);
      return;
    }
    const path = `${collection}/${encodeURIComponent(manifest.metadata.name)}`;
    const answer = await client.send('POST', collection, { body: manifest });
    if (answer.status < 300) {
      await this.#after(manifest, path);
    } else if (answer.status === 409 && this.#isOfController(manifest)) {
      await client.patch(path, ofPeople(manifest));
      this.made += 1;
    } else {
      this.#fail(manifest, refusalOf(answer.status, answer.body));
    }
  }

  async #after(manifest: Manifest, path: string): Promise<void> {
    this.made += 1;
    if (manifest.kind === 'Namespace') this.#namespaces.add(manifest.metadata.name);
    if (manifest.kind !== 'CustomResourceDefinition') return;
    if (!(await untilServed(this.#target, path))) {
      this.#fail(manifest, `its kind is not served after ${patience / 1_000} s`);
    }
    this.#target.served.forget();
  }

  /** A controller makes the ServiceAccount "default" of a namespace at any moment after it. */
  #isOfController({ kind, metadata }: Manifest): boolean {
    return kind === 'ServiceAccount' && this.#namespaces.has(metadata.namespace ?? '');
  }

  #fail(manifest: Manifest, why: string): void {
    this.failed.push({ title: titleOf(manifest), why });
  }
}

async function newOwners(
  { client, served }: MakeTarget,
  { owners }: ComparedObject,
): Promise<OwnerReference[]> {
  const found: OwnerReference[] = [];
  for (const { manifest, ...flags } of owners) {
    const { apiVersion, kind, metadata } = manifest;
    const collection = await served.collectionOf(manifest);
    if (collection === undefined) continue;
    const path = `${collection}/${encodeURIComponent(metadata.name)}`;
    const uid = (await client.get<Manifest>(path))?.metadata.uid;
    if (uid !== undefined) found.push({ apiVersion, kind, name: metadata.name, uid, ...flags });
  }
  return found;
}

/** Gives an object the owners that it had, by the uids that they have in the target. */
async function setOwners(target: MakeTarget, object: ComparedObject): Promise<void> {
  const { client, served } = target;
  const { manifest } = object;
  const collection = await served.collectionOf(manifest);
  if (collection === undefined) return;
  const path = `${collection}/${encodeURIComponent(manifest.metadata.name)}`;
  const there = await client.get<Manifest>(path);
  if (there === undefined || (there.metadata.ownerReferences ?? []).length > 0) return;
  const ownerReferences = await newOwners(target, object);
  if (ownerReferences.length === 0) return;
  const resourceVersion = (there.metadata as { resourceVersion?: string }).resourceVersion;
  await client.patched(path, { metadata: { ownerReferences, resourceVersion } });
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
  const made = objects.filter(({ verdict }) => verdict === 'new');
  const isJudge = ({ manifest }: ComparedObject) => judgesRequests(manifest);
  for (const object of made.filter((one) => !isJudge(one))) await maker.make(object);
  const owned = objects.filter(
    ({ owners, verdict }) => owners.length > 0 && (verdict === 'new' || verdict === 'same'),
  );
  for (const object of owned) await setOwners(target, object);
  for (const object of made.filter(isJudge)) await maker.make(object);
  return { made: maker.made, failed: maker.failed };
}
