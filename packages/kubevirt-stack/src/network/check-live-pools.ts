// SPDX-License-Identifier: Apache-2.0
import { overlaps, parseRange } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { ClusterFacts, LivePool } from '../cluster/cluster-facts.ts';
import type { MetallbConfig } from '../config/index.ts';

/** Returns the first of these ranges that a range overlaps. */
function overlapped(text: string, others: readonly string[]): string | undefined {
  const range = parseRange(text);
  return others.find((one) => {
    const other = parseRange(one);
    return range !== undefined && other !== undefined && overlaps(range, other);
  });
}

/**
 * Returns the first range of a pool that a pool of the cluster has, and its place.
 *
 * @param kept - ranges that the file leaves in that pool: an overlap with these is an error of the file
 * alone, which is reported as such.
 */
function sharedRange({ addresses }: LivePool, live: LivePool, kept: readonly string[]) {
  for (const [index, text] of addresses.entries()) {
    const other = overlapped(text, live.addresses);
    if (other !== undefined && overlapped(text, kept) === undefined) return { index, text, other };
  }
  return undefined;
}

/**
 * Reports ranges that a pool of another name has in the infra cluster: MetalLB's webhook refuses an
 * address in two pools, and Pulumi makes and changes pools before it deletes any. So a pool cannot get
 * another name while its addresses are in use, and a range moves to another pool in two updates.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/k8s/webhooks/webhookv1beta1/ipaddresspool_webhook.go
 */
export function checkLivePools(
  { pools }: MetallbConfig,
  cluster: Pick<ClusterFacts, 'addressPools'> | undefined,
): Problem[] {
  return pools.flatMap((pool, index) =>
    (cluster?.addressPools ?? []).flatMap((live): Problem[] => {
      if (live.name === pool.name) return [];
      const namesake = pools.find(({ name }) => name === live.name);
      const shared = sharedRange(pool, live, namesake?.addresses ?? []);
      if (shared === undefined) return [];
      const path = ['metallb', 'pools', index];
      const taken = `"${shared.text}" overlaps "${shared.other}", which the pool "${live.name}" of the infra cluster has, and MetalLB takes no address into two pools`;
      return [
        namesake === undefined
          ? {
              path: [...path, 'name'],
              message: `${taken}; keep the name "${live.name}", because the old pool goes after the new one is made`,
            }
          : {
              path: [...path, 'addresses', shared.index],
              message: `${taken}; take it out of "${live.name}" in an update of its own first, with which Services that have one of its addresses lose it`,
            },
      ];
    }),
  );
}
