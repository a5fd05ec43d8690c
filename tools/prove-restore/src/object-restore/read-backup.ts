// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import { z } from 'zod';
import { isOfServer } from '../objects/is-of-server.ts';
import { listKinds } from '../objects/list-kinds.ts';
import type { ListedKind } from '../objects/list-kinds.ts';
import type { ObjectChoice } from './choose-objects.ts';
import type { BackupObject } from './manifest.ts';
import { neededParts } from './needed-parts.ts';

/** Objects that cannot be read. */
export interface UnreadableObjects {
  /** `<plural>` or `<plural>.<group>`. */
  readonly kind: string;
  /** Undefined: all of the kind, or those in namespaces that the backup does not have. */
  readonly namespace?: string;
  readonly why: string;
}

/** Content of a backup. It includes secrets. */
export interface BackupContent {
  readonly objects: readonly BackupObject[];
  /** Objects that cannot be read, with the reason. */
  readonly unreadable: readonly UnreadableObjects[];
  /** Groups whose API another server has, which a backup of etcd does not. */
  readonly elsewhere: readonly string[];
}

/** Objects that somebody wants. */
type Choice = Pick<ObjectChoice, 'kinds' | 'namespaces'>;

/** Name of the kind whose objects are encrypted. */
export const secretsLabel = 'secrets';

const namespaces: ListedKind = {
  label: 'namespaces',
  kind: 'Namespace',
  apiVersion: 'v1',
  path: '/api/v1/namespaces',
};

/** Kinds that nobody wants back, and of which a cluster has many. */
const unread: ReadonlySet<string> = new Set(['events', 'leases.coordination.k8s.io']);

/** Objects of one answer. */
const pageSize = 100;

const text = z.record(z.string(), z.string()).optional();

const owner = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  controller: z.boolean().optional(),
  blockOwnerDeletion: z.boolean().optional(),
});

const metadata = z.looseObject({
  name: z.string(),
  namespace: z.string().optional(),
  uid: z.string().optional(),
  labels: text,
  annotations: text,
  ownerReferences: z.array(owner).optional(),
  deletionTimestamp: z.string().optional(),
});

const page = z.object({
  metadata: z.object({ continue: z.string().default('') }),
  items: z.array(z.looseObject({ metadata })).nullable(),
});

async function readKind(
  client: ApiClient,
  { apiVersion, kind, label, path }: ListedKind,
  choice: Choice,
): Promise<BackupObject[]> {
  const found: BackupObject[] = [];
  let next: string | undefined;
  while (next !== '') {
    const more = next === undefined ? '' : `&continue=${encodeURIComponent(next)}`;
    const answer = page.parse(await client.request('GET', `${path}?limit=${pageSize}${more}`));
    for (const item of answer.items ?? []) {
      // Items of a list do not say their kind.
      found.push(neededParts({ label, manifest: { ...item, apiVersion, kind } }, choice));
    }
    next = answer.metadata.continue;
  }
  return found;
}

function whyOf({ status, statusMessage }: ApiError): string {
  return statusMessage?.split('\n')[0] ?? `the API server answers with ${status}`;
}

/** Collects the objects of a backup. */
class Reading {
  readonly objects: BackupObject[] = [];
  readonly unreadable: UnreadableObjects[] = [];
  readonly #client: ApiClient;
  readonly #choice: Choice;

  constructor(client: ApiClient, choice: Choice) {
    this.#client = client;
    this.#choice = choice;
  }

  async read(kind: ListedKind): Promise<void> {
    const why = await this.#add(kind);
    if (why === undefined) return;
    if (kind.label !== secretsLabel) this.unreadable.push({ kind: kind.label, why });
    else await this.#readByNamespace(kind, why);
  }

  /** @returns why the objects cannot be read; undefined when they are. */
  async #add(kind: ListedKind): Promise<string | undefined> {
    try {
      this.objects.push(...(await readKind(this.#client, kind, this.#choice)));
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || isOfServer(error)) throw error;
      return whyOf(error);
    }
  }

  /** A list fails as a whole when one of its objects cannot be decrypted. */
  async #readByNamespace(kind: ListedKind, reason: string): Promise<void> {
    const before = this.unreadable.length;
    for (const { manifest } of await readKind(this.#client, namespaces, {})) {
      const namespace = manifest.metadata.name;
      const path = `${namespaces.path}/${encodeURIComponent(namespace)}/${kind.label}`;
      const why = await this.#add({ ...kind, path });
      if (why !== undefined) this.unreadable.push({ kind: kind.label, namespace, why });
    }
    // It is in a namespace that the backup does not have.
    if (this.unreadable.length === before) {
      this.unreadable.push({ kind: kind.label, why: reason });
    }
  }
}

/**
 * Reads all objects of a restored backup, except for events and leases.
 *
 * @param choice - which ones are read with all of their fields. Default: all.
 * @throws ApiError when the server does not answer, or not in time.
 */
export async function readBackup(client: ApiClient, choice: Choice = {}): Promise<BackupContent> {
  const { elsewhere, kinds } = await listKinds(client);
  const reading = new Reading(client, choice);
  for (const kind of kinds.filter(({ label }) => !unread.has(label))) await reading.read(kind);
  const { objects, unreadable } = reading;
  return { objects, unreadable, elsewhere };
}
