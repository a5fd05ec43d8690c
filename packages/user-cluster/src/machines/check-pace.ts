// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import type { PoolConfig } from '../config/index.ts';
import { asOfInfra, hostsFor } from './machine-hosts.ts';
import { poolPace, surgeObstacle } from './pool-pace.ts';

/** Returns why no VM of a pool could ever be replaced; undefined if they can. */
function paceProblem(pool: PoolConfig, context: CheckContext): string | undefined {
  const { maxSurge, maxUnavailable, replicas, scheduling } = pool;
  if (maxUnavailable > 0 || replicas === 0) return undefined;
  if (maxSurge === 0) {
    return 'maxUnavailable and maxSurge are both 0, so no machine could ever be replaced; set one of them to 1';
  }
  const obstacle = surgeObstacle(pool);
  if (obstacle !== undefined) {
    return `no machine may be away, and the pool never has one more, because ${obstacle}; set it to 1`;
  }
  const isFull = ({ length }: CheckContext['infra']['hosts']) =>
    scheduling.podAntiAffinityPreset === 'hard' &&
    length > 0 &&
    replicas + poolPace(pool).maxSurge > length;
  const hosts = hostsFor(pool, context);
  return isFull(hosts)
    ? `no machine may be away, and no host is free for one more: ${replicas} machines each need one of ${hosts.length} hosts alone; set it to 1, or make podAntiAffinityPreset soft${asOfInfra(pool, context, isFull)}`
    : undefined;
}

/** Reports pools that an update could never roll. */
export const checkPace: Check = (context): Problem[] =>
  (context.config.pools ?? []).flatMap((pool, index) => {
    const message = paceProblem(pool, context);
    return message === undefined ? [] : [{ path: ['pools', index, 'maxUnavailable'], message }];
  });
