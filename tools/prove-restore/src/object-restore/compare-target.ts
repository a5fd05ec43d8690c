// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { printableLine } from '@strata/contracts/one-line';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { BroughtObject, ChosenObjects } from './choose-objects.ts';
import type { BackupClaim } from './claims-of.ts';
import { cleanManifest } from './clean-manifest.ts';
import type { CleanOptions } from './draft.ts';
import { groupKind, keyOf } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { newOwners } from './owners.ts';
import { isUncounted, refuseBusy } from './post-object.ts';
import type { ServedKinds } from './served-kinds.ts';

/** How an object of a backup compares with the target. */
export type Verdict =
  /** It is not there, and the target takes it, as far as it can say. */
  | 'new'
  /** It is there with this content. */
  | 'same'
  /** It is there with another content, and stays as it is. */
  | 'differs'
  /** It is not there, and the target does not take it. */
  | 'refused';

/** An object of a backup, compared with the target. */
export interface ComparedObject extends BroughtObject {
  readonly verdict: Verdict;
  /** Why it is refused. */
  readonly why?: string;
  /**
   * Whether it is there as a controller has made it, and gets what people had set. It is "new", for nobody has
   * changed it, and whoever deletes it gets it again.
   */
  readonly isUntouched?: boolean;
  /** Whether it is there with this content, but without its owners, which are there or come with it. */
  readonly lacksOwners?: boolean;
  /** Whether the target cannot judge it yet: its namespace or kind comes with it. */
  readonly isUnjudged?: boolean;
}

/** Result of {@link compareTarget}. */
export interface ComparedTarget {
  readonly objects: readonly ComparedObject[];
  /** Claims of the backup that the target does not have. */
  readonly missingClaims: readonly BackupClaim[];
}

const definition = z.object({
  spec: z.object({ group: z.string(), names: z.object({ kind: z.string() }) }),
});

/** Kind of definitions of kinds. */
const definitions = 'customresourcedefinitions.apiextensions.k8s.io';

/** Kinds, `<Kind>.<group>`, whose definitions are brought. */
function definedKinds(brought: readonly BroughtObject[]): ReadonlySet<string> {
  const own = brought.filter(({ label }) => label === definitions);
  return new Set(
    own.flatMap(({ manifest }) => {
      const read = definition.safeParse(manifest);
      return read.success ? [`${read.data.spec.names.kind}.${read.data.spec.group}`] : [];
    }),
  );
}

const statusBody = z.object({ message: z.string() });

/** Returns what a server says of an object that it does not take, in one printable line. */
export function refusalOf(status: number, body: string): string {
  let content: unknown;
  try {
    content = JSON.parse(body);
  } catch {
    return `the API answers with ${status}`;
  }
  const said = statusBody.safeParse(content);
  return said.success
    ? printableLine(said.data.message).slice(0, 300)
    : `the API answers with ${status}`;
}

/** Compares objects of a backup with what a cluster has. */
class Comparison {
  readonly #client: ApiClient;
  readonly #served: ServedKinds;
  readonly #options: CleanOptions;
  readonly #defined: ReadonlySet<string>;
  readonly #newNamespaces = new Set<string>();

  constructor(
    client: ApiClient,
    served: ServedKinds,
    brought: readonly BroughtObject[],
    options: CleanOptions,
  ) {
    this.#client = client;
    this.#served = served;
    this.#options = options;
    this.#defined = definedKinds(brought);
  }

  async compare(object: BroughtObject): Promise<ComparedObject> {
    const { manifest } = object;
    const collection = await this.#served.collectionOf(manifest);
    if (collection === undefined) return this.#unserved(object);
    const path = `${collection}/${encodeURIComponent(manifest.metadata.name)}`;
    const there = await this.#client.get<Manifest>(path);
    if (there !== undefined) return this.#existing(object, there);
    if (groupKind(manifest) === 'Namespace') this.#newNamespaces.add(manifest.metadata.name);
    // Admission asks for the ServiceAccount and priority of a pod, which may come with it.
    const isEarly = groupKind(manifest) === 'Pod' || this.#isInNewNamespace(manifest);
    if (isEarly) {
      return { ...object, verdict: 'new', isUnjudged: true };
    }
    const answer = await this.#client.send('POST', `${collection}?dryRun=All`, { body: manifest });
    if (answer.status < 300) return { ...object, verdict: 'new' };
    refuseBusy(this.#client, collection, answer);
    const why = refusalOf(answer.status, answer.body);
    // A webhook that does not say what it would do is asked when the object is made.
    if (why.includes('does not support dry run') || isUncounted(answer)) {
      return { ...object, verdict: 'new', isUnjudged: true };
    }
    return { ...object, verdict: 'refused', why };
  }

  #isInNewNamespace({ metadata }: Manifest): boolean {
    return this.#newNamespaces.has(metadata.namespace ?? '');
  }

  #unserved(object: BroughtObject): ComparedObject {
    const { manifest } = object;
    if (this.#defined.has(groupKind(manifest))) {
      return { ...object, verdict: 'new', isUnjudged: true };
    }
    const { apiVersion, kind } = manifest;
    const why = `the target does not serve ${kind} of ${apiVersion}: its Kubernetes or its operator has another version, or the operator is missing; definitions of kinds come by --kind ${definitions}`;
    return { ...object, verdict: 'refused', why };
  }

  #existing(object: BroughtObject, there: Manifest): ComparedObject {
    const { manifest, owners, remarks } = object;
    const { deletionTimestamp, ownerReferences = [] } = there.metadata;
    if (deletionTimestamp !== undefined) {
      return {
        ...object,
        verdict: 'refused',
        why: 'the target is deleting it: wait until it is gone',
      };
    }
    // The API leaves the kind out of nothing but lists.
    const now = cleanManifest(there, this.#options).manifest;
    if (isDeepStrictEqual(now, plain(manifest))) {
      const lacksOwners = owners.length > 0 && ownerReferences.length === 0;
      return { ...object, verdict: 'same', ...(lacksOwners && { lacksOwners }) };
    }
    if (!isOfController(now)) return { ...object, verdict: 'differs' };
    return { ...object, verdict: 'new', isUntouched: true, remarks: [...remarks, untouched] };
  }
}

const untouched = 'there already as a controller makes it, and gets what people had set';

/** Returns whether an object is the ServiceAccount that a controller makes in each namespace, and nothing more. */
function isOfController({ apiVersion, kind, metadata, ...more }: Manifest): boolean {
  const isDefault =
    groupKind({ apiVersion, kind }) === 'ServiceAccount' && metadata.name === 'default';
  const isPlain = metadata.labels === undefined && metadata.annotations === undefined;
  return isDefault && isPlain && Object.keys(more).length === 0;
}

const plain = (manifest: Manifest) => JSON.parse(JSON.stringify(manifest)) as Manifest;

/** Keeps of the objects that lack owners those that would get any. */
async function withFoundOwners(
  place: { readonly client: ApiClient; readonly served: ServedKinds },
  objects: readonly ComparedObject[],
): Promise<readonly ComparedObject[]> {
  const isMade = new Set(
    objects.filter(({ verdict }) => verdict === 'new').map(({ manifest }) => keyOf(manifest)),
  );
  const all: ComparedObject[] = [];
  for (const { lacksOwners, ...object } of objects) {
    const isFound =
      lacksOwners === true &&
      (object.owners.some(({ manifest }) => isMade.has(keyOf(manifest))) ||
        (await newOwners(place, object)).length > 0);
    all.push({ ...object, ...(isFound && { lacksOwners }) });
  }
  return all;
}

async function missingOf(
  client: ApiClient,
  claims: readonly BackupClaim[],
): Promise<readonly BackupClaim[]> {
  const missing: BackupClaim[] = [];
  for (const claim of claims) {
    const [namespace, name] = [claim.namespace, claim.name].map(encodeURIComponent);
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`;
    const there = await client.get<Manifest>(path);
    // After one that is being deleted, a StatefulSet makes another one.
    const isThere = there !== undefined && there.metadata.deletionTimestamp === undefined;
    if (!isThere) missing.push(claim);
  }
  return missing;
}

/**
 * Compares what is to be brought with the target, and has the target judge what is new, without making it.
 *
 * @throws ApiError when the target does not answer.
 */
export async function compareTarget(
  client: ApiClient,
  served: ServedKinds,
  { brought, claims }: ChosenObjects,
  options: CleanOptions,
): Promise<ComparedTarget> {
  const comparison = new Comparison(client, served, brought, options);
  const objects: ComparedObject[] = [];
  for (const object of brought) objects.push(await comparison.compare(object));
  const found = await withFoundOwners({ client, served }, objects);
  return { objects: found, missingClaims: await missingOf(client, claims) };
}
