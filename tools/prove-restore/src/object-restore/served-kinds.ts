// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { z } from 'zod';
import type { Manifest } from './manifest.ts';

const resourceList = z.object({
  resources: z.array(z.object({ name: z.string(), kind: z.string() })),
});

/** A version of an API, with its group unless it is the core's; a definition can call one "stable". */
const version = /^([a-z0-9][a-z0-9.-]*\/[a-z]([a-z0-9-]*[a-z0-9])?|v1)$/;

/** The kinds that the API of a cluster serves, as it says when it is first asked for each version. */
export class ServedKinds {
  readonly #client: ApiClient;
  readonly #versions = new Map<string, Promise<ReadonlyMap<string, string>>>();

  constructor(client: ApiClient) {
    this.#client = client;
  }

  /**
   * Returns the path at which objects of a kind are made and listed; undefined when it is not served.
   *
   * @throws ApiError when the server does not say.
   */
  async collectionOf({
    apiVersion,
    kind,
    metadata,
  }: Pick<Manifest, 'apiVersion' | 'kind' | 'metadata'>): Promise<string | undefined> {
    // A backup may have what no API server would take: whoever has root on a machine can write into etcd.
    if (!version.test(apiVersion)) return undefined;
    const plurals = this.#versions.get(apiVersion) ?? this.#ask(apiVersion);
    this.#versions.set(apiVersion, plurals);
    const plural = (await plurals).get(kind);
    if (plural === undefined) return undefined;
    const { namespace } = metadata;
    const place = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
    return `${rootOf(apiVersion)}${place}/${plural}`;
  }

  /** Forgets what was said, after definitions of kinds were made. */
  forget(): void {
    this.#versions.clear();
  }

  async #ask(apiVersion: string): Promise<ReadonlyMap<string, string>> {
    const answer = await this.#client.get(rootOf(apiVersion));
    if (answer === undefined) return new Map();
    const { resources } = resourceList.parse(answer);
    const kinds = resources.filter(({ name }) => !name.includes('/'));
    return new Map(kinds.map(({ kind, name }) => [kind, name]));
  }
}

const rootOf = (apiVersion: string) =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
