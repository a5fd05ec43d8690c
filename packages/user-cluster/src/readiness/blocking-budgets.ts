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
  readonly status?: { readonly phase?: string };
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

/** Whether a budget lets no pod go now, if it has some. */
const isTight = (status: Budget['status']): boolean => status?.disruptionsAllowed === 0;

/** Whether a drain evicts a pod: those of DaemonSets, static ones and those that have ended stay. */
function mustLeave({ metadata, status }: Pod): boolean {
  const stays = ['DaemonSet', 'Node'].includes(controllerOf(metadata)?.kind ?? '');
  return !stays && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

/** Returns the pods of a budget that a drain of the machines evicts. */
async function evictedPods(
  api: ApiClient,
  { metadata, spec }: Budget,
  machines: RollingMachines,
): Promise<readonly Pod[]> {
  // A budget without a selector has no pods; an empty one has all of its namespace.
  if (spec.selector === undefined) return [];
  const selector = encodeURIComponent(labelSelector(spec.selector));
  const path = `/api/v1/namespaces/${metadata.namespace}/pods?labelSelector=${selector}`;
  const pods = await itemsOf<Pod>(api, path);
  return pods.filter((pod) => machines.has(pod.spec.nodeName ?? '') && mustLeave(pod));
}

/** Returns what becomes of pods that nothing evicts. */
function waitFor(pods: readonly Pod[], machines: RollingMachines): string {
  const seconds = Math.max(...pods.map((pod) => machines.drainSeconds(pod.spec.nodeName ?? '')));
  const time = seconds === 0 ? 'its drain.timeoutSeconds' : `${seconds} s (drain.timeoutSeconds)`;
  return `unless that changes, each machine waits ${time} and is deleted with its pods`;
}

const placeOf = (pod: Pod) => `${pod.metadata.name} on ${pod.spec.nodeName ?? ''}`;

/** Returns why a budget lets no pod go. */
function whyNone({ status }: Budget): string {
  if (!isTight(status)) {
    return `lets not all pods go (${status?.desiredHealthy ?? 0} needed), and no pool has a machine for them`;
  }
  const { currentHealthy = 0, desiredHealthy = 0, expectedPods = 0 } = status ?? {};
  return expectedPods > 0
    ? `lets no pod go now (${currentHealthy} healthy, ${desiredHealthy} needed)`
    : 'lets no pod go, for Kubernetes does not know how many there should be (a number as minAvailable needs no such count)';
}

async function findingOf(
  api: ApiClient,
  budget: Budget,
  machines: RollingMachines,
): Promise<Finding[]> {
  const pods = await evictedPods(api, budget, machines);
  const [first] = pods;
  if (first === undefined) return [];
  return [
    {
      weight: 'blocks',
      text:
        `PodDisruptionBudget ${fullName(budget.metadata)} ${whyNone(budget)}: ` +
        `${nameList(pods.map(placeOf))}, ${await makerOf(api, first)}; ${waitFor(pods, machines)}`,
    },
  ];
}

/**
 * Finds pods that several budgets select: Kubernetes evicts none of these, whatever the budgets allow.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/registry/core/pod/storage/eviction.go
 */
async function findSharedPods(
  api: ApiClient,
  budgets: readonly Budget[],
  machines: RollingMachines,
): Promise<Finding[]> {
  const beside = [...Map.groupBy(budgets, ({ metadata }) => metadata.namespace).values()]
    .filter((all) => all.length > 1)
    .flat();
  const pairs = await Promise.all(
    beside.map(async (budget) => {
      const pods = await evictedPods(api, budget, machines);
      return pods.map((pod) => ({ budget: fullName(budget.metadata), pod }));
    }),
  );
  const shared = [...Map.groupBy(pairs.flat(), ({ pod }) => fullName(pod.metadata)).values()]
    .filter((all) => all.length > 1)
    .map((all) => ({ names: all.map(({ budget }) => budget).join(', '), pod: all[0]?.pod }));
  return [...Map.groupBy(shared, ({ names }) => names)].map(([names, all]): Finding => {
    const pods = all.flatMap(({ pod }) => pod ?? []);
    return {
      weight: 'blocks',
      text:
        `PodDisruptionBudgets ${names} have pods in common, and Kubernetes evicts no pod that has ` +
        `several: ${nameList(pods.map(placeOf))}; ${waitFor(pods, machines)}`,
    };
  });
}

/**
 * Finds PodDisruptionBudgets that let no pod leave the machines that are replaced or go, each by itself or
 * several together. Where no machine
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
  const found = await Promise.all([
    ...tight.map((budget) => findingOf(api, budget, machines)),
    findSharedPods(api, budgets, machines),
  ]);
  return found.flat();
}
