// SPDX-License-Identifier: Apache-2.0
import type { PoolConfig } from '../config/index.ts';

/** Numbers by which a pool is rolled. */
export interface PoolPace {
  /** VMs that may exist beyond `replicas` meanwhile. */
  readonly maxSurge: number;
  /** VMs that may be away at a time. */
  readonly maxUnavailable: number;
  /** VMs that are replaced at a time: at least 1. */
  readonly atATime: number;
}

/** Keys of a pool that decide its pace. */
export type PacedPool = Pick<
  PoolConfig,
  'replicas' | 'maxSurge' | 'maxUnavailable' | 'interfaces' | 'disks'
>;

/**
 * Returns why a pool never has a VM more than `replicas`, as the end of "because ..."; undefined if it
 * may have one. The additional VM would need something that only one VM may have.
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

/** Returns how the VMs of a pool are replaced. */
export function poolPace(pool: PacedPool): PoolPace {
  const { maxUnavailable, replicas } = pool;
  const maxSurge = replicas === 0 || surgeObstacle(pool) !== undefined ? 0 : pool.maxSurge;
  return {
    maxSurge,
    maxUnavailable,
    atATime: Math.max(1, maxUnavailable > 0 ? maxUnavailable : maxSurge),
  };
}
