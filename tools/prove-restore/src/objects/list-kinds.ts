// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { z } from 'zod';

/** A kind whose objects can be listed. */
export interface ListedKind {
  /** `<plural>` or `<plural>.<group>`. */
  readonly label: string;
  readonly kind: string;
  readonly apiVersion: string;
  /** Of all objects, in all namespaces. */
  readonly path: string;
}

/** Kinds of a cluster, and groups that another server has. */
export interface ClusterKinds {
  readonly kinds: readonly ListedKind[];
  readonly elsewhere: readonly string[];
}

const resourceList = z.object({
  resources: z.array(
    z.object({ name: z.string(), kind: z.string(), verbs: z.array(z.string()).default([]) }),
  ),
});

const groupList = z.object({
  groups: z.array(
    z.object({ name: z.string(), preferredVersion: z.object({ groupVersion: z.string() }) }),
  ),
});

const definitionList = z.object({
  items: z.array(
    z.object({
      spec: z.object({
        group: z.string(),
        names: z.object({ plural: z.string(), kind: z.string() }),
        versions: z.array(
          z.object({ name: z.string(), served: z.boolean(), storage: z.boolean() }),
        ),
      }),
    }),
  ),
});

const serviceList = z.object({
  items: z.array(
    z.object({
      spec: z.object({ group: z.string().default(''), service: z.unknown().optional() }),
    }),
  ),
});

/** Kinds that are a view of others, or of nothing that is stored. */
const views: ReadonlySet<string> = new Set(['componentstatuses', 'events.events.k8s.io']);

const labelOf = (plural: string, group: string) => (group === '' ? plural : `${plural}.${group}`);

async function read<T>(client: ApiClient, path: string, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(await client.request('GET', path));
}

/**
 * Returns the kinds of custom resources in the version that etcd has: any other needs a conversion, and
 * the webhook for it is not there.
 */
async function customKinds(client: ApiClient): Promise<ListedKind[]> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const { items } = await read(client, path, definitionList);
  return items.flatMap(({ spec: { group, names, versions } }) => {
    const stored = versions.find(({ storage }) => storage);
    const version = stored?.served === true ? stored : versions.find(({ served }) => served);
    if (version === undefined) return [];
    const apiVersion = `${group}/${version.name}`;
    const { kind, plural } = names;
    return [
      { label: labelOf(plural, group), kind, apiVersion, path: `/apis/${apiVersion}/${plural}` },
    ];
  });
}

async function builtInKinds(
  client: ApiClient,
  root: string,
  group: string,
  apiVersion: string,
): Promise<ListedKind[]> {
  const { resources } = await read(client, root, resourceList);
  return resources
    .filter(({ name, verbs }) => verbs.includes('list') && !name.includes('/'))
    .map(({ kind, name }) => {
      return { label: labelOf(name, group), kind, apiVersion, path: `${root}/${name}` };
    });
}

/**
 * Returns every kind of which etcd has objects.
 *
 * @throws ApiError when the server does not say.
 */
export async function listKinds(client: ApiClient): Promise<ClusterKinds> {
  const custom = await customKinds(client);
  const services = await read(client, '/apis/apiregistration.k8s.io/v1/apiservices', serviceList);
  const elsewhere = new Set(
    services.items.flatMap(({ spec }) => (spec.service == null ? [] : [spec.group])),
  );
  const { groups } = await read(client, '/apis', groupList);
  const kinds = await builtInKinds(client, '/api/v1', '', 'v1');
  for (const { name, preferredVersion } of groups) {
    if (elsewhere.has(name)) continue;
    const { groupVersion } = preferredVersion;
    kinds.push(...(await builtInKinds(client, `/apis/${groupVersion}`, name, groupVersion)));
  }
  const known = new Set([...views, ...custom.map(({ label }) => label)]);
  return {
    kinds: [...kinds.filter(({ label }) => !known.has(label)), ...custom],
    elsewhere: [...elsewhere].sort(),
  };
}
