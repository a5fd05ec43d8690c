// SPDX-License-Identifier: Apache-2.0
import type { PoolConfig, Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { poolPace, surgeObstacle } from './pool-pace.ts';

/** Why no machine of a pool could ever be replaced; undefined: it can. */
function paceProblem(pool: PoolConfig, { infra }: CheckContext): string | undefined {
  const { maxSurge, maxUnavailable, replicas, scheduling } = pool;
  if (maxUnavailable > 0 || replicas === 0) return undefined;
  if (maxSurge === 0) {
    return 'no machine may be away, and maxSurge allows none more, so none could ever be replaced; let one of them be 1';
  }
  const obstacle = surgeObstacle(pool);
  if (obstacle !== undefined) {
    return `no machine may be away, and there is never one more, because ${obstacle}; let it be 1`;
  }
  const hosts = infra.hosts.length;
  const isApart = scheduling.podAntiAffinityPreset === 'hard' && hosts > 0;
  return isApart && replicas + poolPace(pool).maxSurge > hosts
    ? `no machine may be away, and there is no host for one more: each of ${replicas} has one of ${hosts} for itself; let it be 1, or make podAntiAffinityPreset soft`
    : undefined;
}

/** Pools that an update could never roll. */
export const checkPace: Check = (context): Problem[] =>
  (context.config.pools ?? []).flatMap((pool, index) => {
    const message = paceProblem(pool, context);
    return message === undefined ? [] : [{ path: ['pools', index, 'maxUnavailable'], message }];
  });
