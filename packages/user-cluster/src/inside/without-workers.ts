// SPDX-License-Identifier: Apache-2.0
import type { KubernetesObject } from '@strata/manifests';
import type { UserClusterConfig } from '../config/index.ts';

/** Pulumi does not wait until the object is ready. */
const doesNotWait = { 'pulumi.com/skipAwait': 'true' };

/** Returns whether a cluster has a node that runs pods of the cluster's users. */
export function hasWorkers({ pools }: Pick<UserClusterConfig, 'pools'>): boolean {
  return pools.some(({ replicas }) => replicas > 0);
}

/** Returns objects of which nothing waits for the pods of Deployments where no node could run them. */
export function waitingForWorkers(
  objects: readonly KubernetesObject[],
  config: Pick<UserClusterConfig, 'pools'>,
): KubernetesObject[] {
  const more = hasWorkers(config) ? {} : doesNotWait;
  return objects.map((object) => {
    if (object.kind !== 'Deployment') return object;
    const annotations = { ...object.metadata.annotations, ...more };
    return { ...object, metadata: { ...object.metadata, annotations } };
  });
}
