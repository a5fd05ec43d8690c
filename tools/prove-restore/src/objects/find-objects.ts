// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import { z } from 'zod';
import { objectKey } from './found-cluster.ts';
import type { FoundCluster, ListedVersion } from './found-cluster.ts';
import { isOfServer } from './is-of-server.ts';
import { listKinds } from './list-kinds.ts';
import { listObjects } from './list-objects.ts';

const authorityPath = '/api/v1/namespaces/kube-system/configmaps/kube-root-ca.crt';
const authorityMap = z.object({ data: z.object({ 'ca.crt': z.string() }) });

async function readAuthority(client: ApiClient): Promise<string | undefined> {
  const found = await client.get(authorityPath);
  return found === undefined ? undefined : authorityMap.parse(found).data['ca.crt'];
}

/** Returns what the server says of a list that it cannot make, in one line; it names objects only. */
function whyOf({ status, statusMessage }: ApiError): string {
  return statusMessage?.split('\n')[0] ?? `the API server answers with ${status}`;
}

/**
 * Lists everything that an API server has.
 *
 * @param since - milliseconds since 1970: what is made later is the server's own, and left out.
 * @throws ApiError when the server does not answer, or not in time.
 */
export async function findObjects(client: ApiClient, since: number): Promise<FoundCluster> {
  const { elsewhere, kinds } = await listKinds(client);
  const counts: Record<string, number> = {};
  const unreadable: { kind: string; why: string }[] = [];
  const keys = new Map<string, ListedVersion>();
  const nodes: string[] = [];
  let newest = 0;
  // The API has times in whole seconds.
  const started = Math.floor(since / 1_000) * 1_000;
  const isOld = (time: string | undefined) => time === undefined || Date.parse(time) < started;
  for (const kind of kinds) {
    try {
      const objects = (await listObjects(client, kind)).filter(({ made }) => isOld(made));
      if (objects.length > 0) counts[kind.label] = objects.length;
      for (const { made, renewed, revision, uid, ...object } of objects) {
        keys.set(objectKey({ ...kind, ...object }), { kind: kind.label, uid, revision });
        if (kind.label === 'nodes') nodes.push(object.name);
        const written = [made, renewed].flatMap((time) => (isOld(time) ? (time ?? []) : []));
        newest = Math.max(newest, ...written.map((time) => Date.parse(time)));
      }
    } catch (error) {
      if (!(error instanceof ApiError) || isOfServer(error)) throw error;
      unreadable.push({ kind: kind.label, why: whyOf(error) });
    }
  }
  const authorityPem = await readAuthority(client);
  return {
    counts,
    unreadable,
    elsewhere,
    nodes,
    keys,
    ...(newest > 0 && { newest: new Date(newest).toISOString() }),
    ...(authorityPem !== undefined && { authorityPem }),
  };
}
