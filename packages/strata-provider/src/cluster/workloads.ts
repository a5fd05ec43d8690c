// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import type { OwnerReference, Pod, TenantObject } from './tenant-objects.ts';

/** Kinds that create deleted pods again and that are safe to delete, because only pods depend on them. */
const workloadKinds: Readonly<Record<string, { readonly base: string; readonly plural: string }>> =
  {
    'apps/v1/ReplicaSet': { base: '/apis/apps/v1', plural: 'replicasets' },
    'apps/v1/Deployment': { base: '/apis/apps/v1', plural: 'deployments' },
    'apps/v1/StatefulSet': { base: '/apis/apps/v1', plural: 'statefulsets' },
    'apps/v1/DaemonSet': { base: '/apis/apps/v1', plural: 'daemonsets' },
    'batch/v1/Job': { base: '/apis/batch/v1', plural: 'jobs' },
    'batch/v1/CronJob': { base: '/apis/batch/v1', plural: 'cronjobs' },
    'v1/ReplicationController': { base: '/api/v1', plural: 'replicationcontrollers' },
  };

/** Owners of a pod that would create it again. */
export interface Keeper {
  /** API path of the outermost workload that may be deleted; undefined when the pod has none. */
  readonly workload?: string;
  /** Kind and name of its owner of another kind, whose controller would create the workload or pod again. */
  readonly operator?: string;
}

/** Follows the owners of a pod up to the last one that is a workload of Kubernetes itself. */
export async function keeperOf(api: ApiClient, pod: Pod): Promise<Keeper> {
  const namespace = pod.metadata.namespace ?? '';
  let keeper: Keeper = {};
  let owner = controllerOf(pod);
  while (owner !== undefined) {
    const kind = workloadKinds[`${owner.apiVersion}/${owner.kind}`];
    if (kind === undefined) return { ...keeper, operator: `${owner.kind} ${owner.name}` };
    const workload = `${kind.base}/namespaces/${namespace}/${kind.plural}/${owner.name}`;
    const object = await api.get<TenantObject>(workload);
    if (object === undefined) return keeper;
    keeper = { workload };
    owner = controllerOf(object);
  }
  return keeper;
}

function controllerOf({ metadata }: TenantObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}
