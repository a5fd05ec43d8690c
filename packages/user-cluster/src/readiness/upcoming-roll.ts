// SPDX-License-Identifier: Apache-2.0
import { minorsAhead } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';

/** Machines of a cluster that an update of its stack would replace. */
export interface UpcomingRoll {
  /** Kubernetes that the control plane would get, if its minor is a newer one. */
  readonly update?: { readonly from: string; readonly to: string };
  /** Names of the pools whose machines are replaced. */
  readonly pools: readonly string[];
}

/**
 * Returns what an update of the stack would replace; undefined where that is nothing that its users can
 * stand in the way of.
 *
 * @param rollingPools - names of the pools whose machines have another generation than they should have.
 */
export function upcomingRoll(
  { config, versions }: Pick<ClusterContext, 'config' | 'versions'>,
  rollingPools: readonly string[],
): UpcomingRoll | undefined {
  const to = config.kubernetes.version;
  const older = versions?.find((from) => minorsAhead(to, from) > 0);
  if (older === undefined && rollingPools.length === 0) return undefined;
  return { ...(older !== undefined && { update: { from: older, to } }), pools: rollingPools };
}
