// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from './api-client.ts';
import { generationLabel } from './machines.ts';

const group = '/apis/pool.kubevirt.io';

/** How many machines of a pool are there for its rollout alone. In contracts: `annotationKeys.surge`. */
const surgeAnnotation = 'strata.dev/surge';

/** On a pool while a rollout of it has begun and not ended. In contracts: `annotationKeys.rolling`. */
const rollingAnnotation = 'strata.dev/rolling';

/** Who says how large a pool is while it rolls. */
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

/** Which pool. */
export interface PoolName {
  readonly namespace: string;
  readonly pool: string;
}

/** A pool as it is; undefined: there is none. */
export async function readPool(api: ApiClient, name: PoolName): Promise<Pool | undefined> {
  return await api.get<Pool>(await pathOf(api, name));
}

/**
 * Makes a pool larger or smaller, and writes down how many of its machines are there for the rollout
 * alone. Both in one request: whoever finds the pool later can tell the one size from the other.
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

/** Writes down that a rollout has begun, or that it has ended: whoever finds the pool later can tell. */
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

/** Whether a rollout of it has begun and not ended. */
export function isRollingPool({ metadata }: Pool): boolean {
  return metadata?.annotations?.[rollingAnnotation] !== undefined;
}

/** The generation of machines that it makes; undefined where it does not say. */
export function generationOf({ spec }: Pool): string | undefined {
  return spec?.virtualMachineTemplate?.metadata?.labels?.[generationLabel];
}

/** How many of its machines are there for a rollout alone. */
export function surgeOf({ metadata }: Pool): number {
  return Number(metadata?.annotations?.[surgeAnnotation] ?? 0) || 0;
}

/** Why a pool has fewer machines than it is to have, as far as its controller says. */
export function poolProblem(pool: Pool | undefined): string {
  if (pool === undefined) return 'machines are still to be made';
  const failure = poolFailure(pool);
  return failure === undefined
    ? 'the pool is still to make machines'
    : `the pool cannot make machines: ${failure}`;
}

/** What its controller could not do, in its own words. */
export function poolFailure({ status }: Pool): string | undefined {
  return status?.conditions?.find(
    ({ type, status: value }) => type === 'ReplicaFailure' && value === 'True',
  )?.message;
}

/** Its version depends on KubeVirt's. */
async function pathOf(api: ApiClient, { namespace, pool }: PoolName): Promise<string> {
  const version = (await api.get<Group>(group))?.preferredVersion?.version ?? 'v1beta1';
  return `${group}/${version}/namespaces/${namespace}/virtualmachinepools/${pool}`;
}
