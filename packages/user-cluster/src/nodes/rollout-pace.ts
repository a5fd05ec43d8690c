// SPDX-License-Identifier: Apache-2.0
import type { PoolConfig } from '@strata/contracts';
import { gracePeriodSeconds, poolPace } from '../machines/index.ts';

/** How fast the machines of a pool are replaced, and how long each of them may take. */
export function rolloutPace(pool: PoolConfig) {
  const { maxSurge, maxUnavailable } = poolPace(pool);
  const { joinSeconds, minReadySeconds } = pool;
  const { timeoutSeconds: drainSeconds } = pool.drain;
  return {
    ...{ maxSurge, maxUnavailable, drainSeconds },
    // Emptied from outside, it shuts down; what did not leave, it gives as much time again.
    timeoutSeconds: joinSeconds + drainSeconds + gracePeriodSeconds(pool.drain) + minReadySeconds,
  };
}
