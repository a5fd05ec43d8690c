// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs, PoolConfig, Problem } from '@strata/contracts';

type Offer = Pick<KubevirtStackOutputs, 'instancetypes' | 'preferences'>;

/** What pools ask for that the platform does not offer. */
export function checkPools(pools: readonly PoolConfig[], platform: Offer): Problem[] {
  const offered = {
    instancetype: platform.instancetypes.map(({ name }) => name),
    preference: platform.preferences,
  };
  return pools.flatMap((pool, index) =>
    (['instancetype', 'preference'] as const)
      .filter((choice) => !offered[choice].includes(pool[choice]))
      .map((choice) => ({
        path: ['pools', index, choice],
        message:
          `pool "${pool.name}" wants "${pool[choice]}", which the platform does not offer; ` +
          `it has ${offered[choice].join(', ')}`,
      })),
  );
}
