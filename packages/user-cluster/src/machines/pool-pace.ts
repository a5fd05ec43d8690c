// SPDX-License-Identifier: Apache-2.0
import type { PoolConfig } from '@strata/contracts';

/** How a pool is rolled. */
export interface PoolPace {
  /** Machines that may be there beyond `replicas` meanwhile. */
  readonly maxSurge: number;
  /** Machines that may be away at a time. */
  readonly maxUnavailable: number;
  /** Machines that are replaced at a time: at least 1. */
  readonly atATime: number;
}

/** What of a pool decides its pace. */
export type PacedPool = Pick<
  PoolConfig,
  'replicas' | 'maxSurge' | 'maxUnavailable' | 'interfaces' | 'disks'
>;

/**
 * Why a pool never has a machine more than `replicas`; undefined: it may have one. Completes "because
 * ...". A machine more would have what only one may have.
 */
export function surgeObstacle({ disks, interfaces }: PacedPool): string | undefined {
  const card = interfaces.find(({ mac }) => mac !== undefined);
  if (card !== undefined) {
    return `its interface in ${card.network} has an address that only one machine may have`;
  }
  const disk = disks.find(({ kind }) => kind === 'host');
  return disk === undefined
    ? undefined
    : `its disk ${disk.name} is a path of the host, which two machines of one host would share`;
}

/** How the machines of a pool are replaced. */
export function poolPace(pool: PacedPool): PoolPace {
  const { maxUnavailable, replicas } = pool;
  const maxSurge = replicas === 0 || surgeObstacle(pool) !== undefined ? 0 : pool.maxSurge;
  return {
    maxSurge,
    maxUnavailable,
    atATime: Math.max(1, maxUnavailable > 0 ? maxUnavailable : maxSurge),
  };
}
