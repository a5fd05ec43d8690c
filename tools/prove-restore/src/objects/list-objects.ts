// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { z } from 'zod';
import type { ListedKind } from './list-kinds.ts';

/** Names and times only: what objects hold never leaves the API server. */
const metadataOnly = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** Objects of one answer. */
const pageSize = 500;

const time = z.string().optional();

const page = z.object({
  metadata: z.object({ continue: z.string().default('') }),
  items: z
    .array(
      z.object({
        metadata: z.object({
          name: z.string(),
          namespace: z.string().optional(),
          creationTimestamp: time.nullable(),
          uid: z.string().default(''),
          resourceVersion: z.string().default(''),
        }),
        spec: z.object({ renewTime: time }).optional(),
      }),
    )
    .nullable(),
});

/** An object, as far as a trial needs it. */
export interface ListedObject {
  readonly name: string;
  readonly namespace?: string;
  /** RFC 3339. */
  readonly made?: string;
  /** When the owner of a lease renewed it; RFC 3339. */
  readonly renewed?: string;
  /** Which object of this name it is. */
  readonly uid: string;
  /** Revision of etcd at which it was last written. */
  readonly revision: number;
}

/**
 * Lists all objects of a kind; etcd decrypts every Secret for that.
 *
 * @throws ApiError when one of them cannot be read.
 */
export async function listObjects(
  client: ApiClient,
  { kind, path }: ListedKind,
): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  const extras = kind === 'Lease' ? {} : { accept: metadataOnly };
  let next: string | undefined;
  while (next !== '') {
    const more = next === undefined ? '' : `&continue=${encodeURIComponent(next)}`;
    const answer = await client.request('GET', `${path}?limit=${pageSize}${more}`, extras);
    const { items, metadata } = page.parse(answer);
    for (const { metadata: one, spec } of items ?? []) {
      found.push({
        name: one.name,
        ...(one.namespace !== undefined && { namespace: one.namespace }),
        ...(one.creationTimestamp != null && { made: one.creationTimestamp }),
        ...(spec?.renewTime !== undefined && { renewed: spec.renewTime }),
        uid: one.uid,
        revision: Number(one.resourceVersion),
      });
    }
    next = metadata.continue;
  }
  return found;
}
