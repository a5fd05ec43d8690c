// SPDX-License-Identifier: Apache-2.0
import type { ClusterReader } from '@strata/cluster-client';
import { labelKeys } from '@strata/contracts';

interface List {
  readonly items: readonly {
    readonly metadata: {
      readonly name: string;
      readonly namespace?: string;
      readonly labels?: Readonly<Record<string, string>>;
    };
  }[];
}

/** Kinds that would be lost with the platform, under the names that users know. */
const workloads = {
  'virtual machine pool': '/apis/pool.kubevirt.io/v1beta1/virtualmachinepools',
  'virtual machine': '/apis/kubevirt.io/v1/virtualmachines',
  'virtual machine instance': '/apis/kubevirt.io/v1/virtualmachineinstances',
  'data volume': '/apis/cdi.kubevirt.io/v1beta1/datavolumes',
} as const;

/**
 * Returns whether an object is in one of the platform's own namespaces, whose disks it can make
 * again.
 */
function isOurs({ metadata }: List['items'][number], own: readonly string[]): boolean {
  return own.includes(metadata.namespace ?? '');
}

/**
 * Returns everything on the platform that does not belong to it, such as `virtual machine
 * cluster-demo/md-a-0`, sorted.
 *
 * @param ownNamespaces - namespaces whose contents belong to the platform itself.
 */
export async function findWorkloads(
  { get }: ClusterReader,
  ownNamespaces: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(workloads).map(async ([kind, path]) => {
      const list = await get<List>(path);
      return (list?.items ?? [])
        .filter((item) => !isOurs(item, ownNamespaces))
        .map(({ metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`);
    }),
  );
  return found.flat().sort();
}

/** Returns the names of the user clusters that have a namespace, sorted. */
export async function findUserClusters({ get }: ClusterReader): Promise<string[]> {
  const list = await get<List>(`/api/v1/namespaces?labelSelector=${labelKeys.clusterName}`);
  return (list?.items ?? [])
    .map(({ metadata }) => metadata.labels?.[labelKeys.clusterName] ?? '')
    .sort();
}
