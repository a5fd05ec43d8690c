// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';

/** Entry of an object's controller among its owners. */
interface Owner {
  readonly kind: string;
  readonly name: string;
  readonly controller?: boolean;
}

/** Metadata of an object, as far as readiness reads it. */
export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly ownerReferences?: readonly Owner[];
  readonly managedFields?: readonly {
    readonly manager?: string;
    readonly apiVersion?: string;
  }[];
}

/** Returns the items of a list; none where the cluster does not have the kind. */
export async function itemsOf<T>(api: ApiClient, path: string): Promise<readonly T[]> {
  const list = await api.get<{ readonly items?: readonly T[] }>(path);
  return list?.items ?? [];
}

/** Returns `namespace/name` of an object, or its name where it has no namespace. */
export function fullName({ name, namespace }: Metadata): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Returns the owner that would make an object again; undefined where there is none. */
export function controllerOf({ ownerReferences = [] }: Metadata): Owner | undefined {
  return ownerReferences.find(({ controller }) => controller === true);
}

/** Most names that a line has. */
const most = 5;

/** Joins names for a line of a preview; the rest of a long list is counted. */
export function nameList(names: readonly string[]): string {
  const more = names.length - most;
  return [...names.slice(0, most), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
