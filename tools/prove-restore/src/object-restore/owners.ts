// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import { printableLine } from '@strata/contracts/one-line';
import type { BroughtObject } from './choose-objects.ts';
import type { Manifest, OwnerReference } from './manifest.ts';
import type { ServedKinds } from './served-kinds.ts';

/** A cluster that has objects and their owners. */
interface Place {
  readonly client: ApiClient;
  readonly served: ServedKinds;
}

/** Returns an object as a cluster has it; undefined when it is not there. */
async function look({ client, served }: Place, manifest: Manifest) {
  const collection = await served.collectionOf(manifest);
  if (collection === undefined) return undefined;
  const path = `${collection}/${encodeURIComponent(manifest.metadata.name)}`;
  const there = await client.get<Manifest>(path);
  return there && { path, there };
}

/** Returns references to the owners of an object, by the uids that they have in a cluster. */
export async function newOwners(
  place: Place,
  { owners }: Pick<BroughtObject, 'owners'>,
): Promise<readonly OwnerReference[]> {
  const found: OwnerReference[] = [];
  for (const { manifest, ...flags } of owners) {
    const { apiVersion, kind, metadata } = manifest;
    const uid = (await look(place, manifest))?.there.metadata.uid;
    if (uid !== undefined) found.push({ apiVersion, kind, name: metadata.name, uid, ...flags });
  }
  return found;
}

/** How often an object is read again that a controller has written meanwhile. */
const tries = 5;

/**
 * Gives an object the owners that it had, unless it has any.
 *
 * @returns why the cluster refuses it; undefined when it does not.
 * @throws ApiError when the cluster does not answer.
 */
export async function setOwners(place: Place, object: BroughtObject): Promise<string | undefined> {
  for (let tried = 1; ; tried += 1) {
    const found = await look(place, object.manifest);
    if (found === undefined) return undefined;
    const { metadata } = found.there;
    if ((metadata.ownerReferences ?? []).length > 0) return undefined;
    const ownerReferences = await newOwners(place, object);
    if (ownerReferences.length === 0) return undefined;
    const { resourceVersion } = metadata;
    try {
      await place.client.patched(found.path, { metadata: { ownerReferences, resourceVersion } });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || (error.isPassing && error.status !== 409)) throw error;
      if (error.status === 409 && tried < tries) continue;
      const why = printableLine(error.statusMessage ?? error.reason).slice(0, 300);
      return `it is there without its owners: ${why}`;
    }
  }
}
