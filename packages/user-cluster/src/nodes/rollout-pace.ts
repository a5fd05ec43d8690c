// SPDX-License-Identifier: Apache-2.0
import type { PoolConfig } from '../config/index.ts';
import { gracePeriodSeconds, poolPace } from '../machines/index.ts';

/** Returns how fast the VMs of a pool are replaced, and how long each of them may take. */
export function rolloutPace(pool: PoolConfig) {
  const { maxSurge, maxUnavailable } = poolPace(pool);
  const { joinSeconds, minReadySeconds } = pool;
  const { timeoutSeconds: drainSeconds } = pool.drain;
  return {
    maxSurge,
    maxUnavailable,
    drainSeconds,
    // The rollout drains the node first, and the VM shuts down; as it does, it gives pods that did not
    // leave the same time again.
    timeoutSeconds: joinSeconds + drainSeconds + gracePeriodSeconds(pool.drain) + minReadySeconds,
  };
}
