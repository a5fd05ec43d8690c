// SPDX-License-Identifier: Apache-2.0
import { minorsAhead } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { controlPlaneGroup } from '../machines/index.ts';

/** Machines of a cluster that an update of its stack would replace, remove or make. */
export interface UpcomingRoll {
  /** Kubernetes that the control plane would get, if its minor is a newer one. */
  readonly update?: { readonly from: string; readonly to: string };
  /** Names of the pools whose machines are replaced. */
  readonly pools: readonly string[];
  /**
   * Pools that lose machines, all at once, with the number of those that stay: the machines with the
   * lowest numbers. @default none
   */
  readonly leaving?: Readonly<Record<string, number>>;
  /** Names of the pools whose first machines are made in a cluster that has no other. @default none */
  readonly waking?: readonly string[];
  /** Whether no pool has a machine afterwards. @default some have */
  readonly isAsleep?: true;
}

/** Facts of a cluster before an update. */
export type RollFacts = Pick<
  ClusterContext,
  'config' | 'foundMachines' | 'foundPools' | 'versions'
>;

/**
 * Returns what an update of the stack would do to machines; undefined where that is nothing that its
 * users can stand in the way of.
 *
 * @param rollingPools - names of the pools whose machines have another generation than they should have.
 */
export function upcomingRoll(
  { config, foundMachines, foundPools, versions = [] }: RollFacts,
  rollingPools: readonly string[],
): UpcomingRoll | undefined {
  const to = config.kubernetes.version;
  const older = versions.find((from) => minorsAhead(to, from) > 0);
  const workers = (foundMachines ?? []).filter(({ group }) => group !== controlPlaneGroup);
  const found = Map.groupBy(workers, ({ group }) => group);
  const poolOf = (name: string) => config.pools.find((pool) => pool.name === name);
  const sizeOf = (name: string) => poolOf(name)?.replicas ?? 0;
  // Those that exist for a roll that has not ended are no loss when they go.
  const surgeOf = (name: string) =>
    foundPools?.[name]?.isSurged === true ? (poolOf(name)?.maxSurge ?? 0) : 0;
  const leaving = Object.fromEntries(
    [...found]
      .filter(([name, machines]) => machines.length > sizeOf(name) + surgeOf(name))
      .map(([name]) => [name, sizeOf(name)] as const),
  );
  // A pool without machines has none to replace.
  const pools = rollingPools.filter(
    (name) => sizeOf(name) > 0 && (foundMachines === undefined || found.has(name)),
  );
  const isAwake = config.pools.some(({ replicas }) => replicas > 0);
  const exists = versions.length > 0;
  const waking =
    exists && foundMachines !== undefined && workers.length === 0
      ? config.pools.filter(({ replicas }) => replicas > 0).map(({ name }) => name)
      : [];
  const isAsleep = exists && config.hibernated && !isAwake;
  const isLosing = Object.keys(leaving).length > 0;
  if (older === undefined && pools.length === 0 && waking.length === 0 && !isLosing && !isAsleep) {
    return undefined;
  }
  return {
    ...(older !== undefined && { update: { from: older, to } }),
    pools,
    ...(isLosing && { leaving }),
    ...(waking.length > 0 && { waking }),
    ...((isAsleep || (isLosing && !isAwake)) && { isAsleep: true as const }),
  };
}
