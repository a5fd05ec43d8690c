// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { controllerOf, fullName, itemsOf, nameList } from './api-objects.ts';
import type { Metadata } from './api-objects.ts';
import type { Finding } from './finding.ts';
import { labelSelector } from './label-selector.ts';
import type { LabelSelector } from './label-selector.ts';
import type { RollingMachines } from './rolling-machines.ts';

interface Budget {
  readonly metadata: Metadata & { readonly namespace: string };
  readonly spec: { readonly selector?: LabelSelector };
  readonly status?: {
    readonly disruptionsAllowed?: number;
    readonly currentHealthy?: number;
    readonly desiredHealthy?: number;
    readonly expectedPods?: number;
  };
}

interface Pod {
  readonly metadata: Metadata;
  readonly spec: { readonly nodeName?: string };
}

/** Returns who made a pod: its Deployment rather than the ReplicaSet between them. */
async function makerOf(api: ApiClient, { metadata }: Pod): Promise<string> {
  const owner = controllerOf(metadata);
  if (owner === undefined) return 'nobody makes them again';
  if (owner.kind !== 'ReplicaSet') return `of ${owner.kind} ${owner.name}`;
  const path = `/apis/apps/v1/namespaces/${metadata.namespace ?? ''}/replicasets/${owner.name}`;
  const set = await api.get<{ readonly metadata: Metadata }>(path);
  const above = set && controllerOf(set.metadata);
  return `of ${above?.kind ?? owner.kind} ${above?.name ?? owner.name}`;
}

function isTight(status: Budget['status']): boolean {
  return status?.disruptionsAllowed === 0 && (status.expectedPods ?? 0) > 0;
}

async function findingOf(
  api: ApiClient,
  { metadata, spec, status }: Budget,
  machines: RollingMachines,
): Promise<Finding[]> {
  const selector = labelSelector(spec.selector ?? {});
  const path = `/api/v1/namespaces/${metadata.namespace}/pods?labelSelector=${encodeURIComponent(selector)}`;
  const pods = (await itemsOf<Pod>(api, path)).filter(({ spec: { nodeName } }) =>
    machines.has(nodeName ?? ''),
  );
  const [first] = pods;
  if (first === undefined) return [];
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  const names = pods.map((pod) => `${pod.metadata.name} on ${pod.spec.nodeName ?? ''}`);
  const seconds = Math.max(...pods.map((pod) => machines.drainSeconds(pod.spec.nodeName ?? '')));
  const time = seconds === 0 ? 'its drain.timeoutSeconds' : `${seconds} s (drain.timeoutSeconds)`;
  const why = isTight(status)
    ? `lets no pod go now (${currentHealthy} healthy, ${desiredHealthy} needed)`
    : `lets not all pods go (${desiredHealthy} needed), and no pool has a machine for them`;
  return [
    {
      weight: 'blocks',
      text:
        `PodDisruptionBudget ${fullName(metadata)} ${why}: ${nameList(names)}, ` +
        `${await makerOf(api, first)}; unless that changes, each machine waits ${time} and is deleted ` +
        'with its pods',
    },
  ];
}

/**
 * Finds PodDisruptionBudgets that let no pod leave the machines that are replaced or go. Where no machine
 * stays, pods that have left are nowhere, so each budget that needs one stops a drain.
 *
 * @see https://kubernetes.io/docs/tasks/run-application/configure-pdb/
 */
export async function findBlockingBudgets(
  api: ApiClient,
  machines: RollingMachines,
): Promise<Finding[]> {
  const budgets = await itemsOf<Budget>(api, '/apis/policy/v1/poddisruptionbudgets');
  const tight = budgets.filter(
    ({ status }) => isTight(status) || (machines.noneStays && (status?.desiredHealthy ?? 0) > 0),
  );
  const found = await Promise.all(tight.map((budget) => findingOf(api, budget, machines)));
  return found.flat();
}
