// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { KubevirtStackOutputs, Problem, UserClusterConfig } from '@strata/contracts';

/** What of the platform a cluster's configuration is checked against. */
export type Offer = Pick<KubevirtStackOutputs, 'instancetypes' | 'preferences'>;

/** Everything about a configuration that is wrong though its shape is right. */
export function checkConfig({ pools }: UserClusterConfig, offer: Offer): Problem[] {
  const instancetypes = offer.instancetypes.map(({ name }) => name);
  return pools.flatMap((pool, index) => [
    ...unknownName(pool.name, 'instancetype', pool.instancetype, instancetypes, index),
    ...unknownName(pool.name, 'preference', pool.preference, offer.preferences, index),
  ]);
}

function unknownName(
  pool: string,
  field: string,
  name: string,
  offered: readonly string[],
  index: number,
): Problem[] {
  if (offered.includes(name)) return [];
  const message = `pool "${pool}" asks for the ${field} "${name}", which the platform does not offer; ${suggestion(name, offered)}`;
  return [{ path: ['pools', index, field], message }];
}
