// SPDX-License-Identifier: Apache-2.0
import type { ApiObject } from '@strata/sandbox/parts';

/** A ReplicaSet, DaemonSet or StatefulSet, as far as its status is played. */
export interface Workload extends ApiObject {
  readonly metadata: ApiObject['metadata'] & { readonly generation?: number };
  readonly kind?: string;
  readonly spec: { readonly replicas?: number; readonly selector?: object };
  readonly status?: { readonly observedGeneration?: number };
}

/** A condition as all kinds have it. */
export const conditionTrue = (type: string) => ({
  ...{ type, status: 'True', reason: 'Played', message: '' },
  lastTransitionTime: new Date().toISOString(),
});

/**
 * The status of a workload whose pods are all ready; undefined when it says so already. Fields of
 * all three kinds at once: a status takes those that it knows.
 */
export function readyWorkload({ metadata, spec, status }: Workload): object | undefined {
  const { generation = 1 } = metadata;
  if (status?.observedGeneration === generation) return undefined;
  const pods = spec.replicas ?? 1;
  const isDaemonSet = !('replicas' in spec);
  const ofDaemonSet = {
    ...{ currentNumberScheduled: pods, desiredNumberScheduled: pods, numberReady: pods },
    ...{ numberAvailable: pods, numberMisscheduled: 0, updatedNumberScheduled: pods },
  };
  const ofReplicas = { replicas: pods, readyReplicas: pods, availableReplicas: pods };
  return { observedGeneration: generation, ...(isDaemonSet ? ofDaemonSet : ofReplicas) };
}
