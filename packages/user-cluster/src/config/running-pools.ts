// SPDX-License-Identifier: Apache-2.0
import type { PoolConfig, UserClusterConfig } from './user-cluster-config.ts';

/** The part of a configuration that says how many VMs its pools have. */
type Sized = Partial<Pick<UserClusterConfig, 'hibernated' | 'pools'>>;

/**
 * Returns a checked configuration with the number of VMs that each pool has now: none in a hibernated
 * cluster, `replicas` of the file in every other.
 */
export function withRunningPools<T extends Sized>(config: T): T {
  const { hibernated, pools } = config;
  if (hibernated !== true || pools === undefined) return config;
  return { ...config, pools: pools.map((pool): PoolConfig => ({ ...pool, replicas: 0 })) };
}
