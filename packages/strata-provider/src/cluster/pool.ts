// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { generationLabel } from './machines.ts';

const group = '/apis/pool.kubevirt.io';

/** Annotation with the number of machines that a pool has only for its rollout; `annotationKeys.surge` of contracts. */
const surgeAnnotation = 'strata.dev/surge';

/** Annotation of a pool from the begin to the end of a rollout; `annotationKeys.rolling` of contracts. */
const rollingAnnotation = 'strata.dev/rolling';

/** Field manager that owns the size of a pool during a rollout. */
const fieldManager = 'strata-rollout';

interface Group {
  readonly preferredVersion?: { readonly version: string };
}

/** @see https://kubevirt.io/api-reference/main/definitions.html#_v1beta1_virtualmachinepool */
export interface Pool {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: {
    readonly replicas?: number;
    readonly updateStrategy?: { readonly unmanaged?: object };
    readonly virtualMachineTemplate?: {
      readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
    };
  };
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly message?: string;
    }[];
  };
}

/** Namespace and name of a pool. */
export interface PoolName {
  readonly namespace: string;
  readonly pool: string;
}

/** Reads a pool; undefined when it does not exist. */
export async function readPool(api: ApiClient, name: PoolName): Promise<Pool | undefined> {
  return await api.get<Pool>(await pathOf(api, name));
}

/**
 * Changes the size of a pool and records how many of its machines exist only for the rollout. One
 * request does both, so that a later run can always tell the two numbers apart.
 */
export async function resizePool(
  api: ApiClient,
  name: PoolName,
  { size, surge }: { readonly size: number; readonly surge: number },
): Promise<void> {
  const annotations = { [surgeAnnotation]: surge === 0 ? null : String(surge) };
  await api.patch(`${await pathOf(api, name)}?fieldManager=${fieldManager}`, {
    metadata: { annotations },
    spec: { replicas: size },
  });
}

/** Records on a pool that a rollout has begun or ended, so that a later run can see it. */
export async function noteRolling(
  api: ApiClient,
  name: PoolName,
  isRolling: boolean,
): Promise<void> {
  const annotations = { [rollingAnnotation]: isRolling ? 'true' : null };
  await api.patch(`${await pathOf(api, name)}?fieldManager=${fieldManager}`, {
    metadata: { annotations },
  });
}

/** Returns whether a rollout of the pool has begun and not ended. */
export function isRollingPool({ metadata }: Pool): boolean {
  return metadata?.annotations?.[rollingAnnotation] !== undefined;
}

/** Returns the generation of the machines that a pool creates; undefined when its template has none. */
export function generationOf({ spec }: Pool): string | undefined {
  return spec?.virtualMachineTemplate?.metadata?.labels?.[generationLabel];
}

/** Returns the number of machines that a pool has only for a rollout. */
export function surgeOf({ metadata }: Pool): number {
  return Number(metadata?.annotations?.[surgeAnnotation] ?? 0) || 0;
}

/** Returns why a pool has fewer machines than wanted, with the message of its controller if there is one. */
export function poolProblem(pool: Pool | undefined): string {
  if (pool === undefined) return 'machines are still to be made';
  const failure = poolFailure(pool);
  return failure === undefined
    ? 'the pool is still to make machines'
    : `the pool cannot make machines: ${failure}`;
}

/** Returns the failure that the controller of a pool reports. */
export function poolFailure({ status }: Pool): string | undefined {
  return status?.conditions?.find(
    ({ type, status: value }) => type === 'ReplicaFailure' && value === 'True',
  )?.message;
}

/** Returns the API path of a pool; the version of its API depends on the version of KubeVirt. */
async function pathOf(api: ApiClient, { namespace, pool }: PoolName): Promise<string> {
  const version = (await api.get<Group>(group))?.preferredVersion?.version ?? 'v1beta1';
  return `${group}/${version}/namespaces/${namespace}/virtualmachinepools/${pool}`;
}
