// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '@strata/fleet';
import { root } from '../root.ts';

/** Returns the facts about an environment that its files contain. */
export async function environmentFacts(
  environment: string,
): Promise<Fleet['environments'][number]> {
  // Only here: the models take two seconds to load.
  const { collectFleet } = await import('@strata/fleet');
  const [found] = collectFleet(root, [environment]).environments;
  if (found === undefined) throw new Error(`${environment} is not among its own environments`);
  return found;
}
