// SPDX-License-Identifier: Apache-2.0
import type { UpcomingRoll } from './upcoming-roll.ts';

/** Machines that an update replaces or removes. */
export interface RollingMachines {
  /** Returns whether a node is one of them. */
  readonly has: (node: string) => boolean;
  /** Returns whether the machine of a node goes, with all others that go, and none takes its place. */
  readonly leaves: (node: string) => boolean;
  /** Whether no pool has a machine afterwards. */
  readonly noneStays: boolean;
  /**
   * Returns the seconds for which a node's machine waits for its pods; 0 for other nodes, and for those of
   * a pool that is not in the configuration any more.
   */
  readonly drainSeconds: (node: string) => number;
}

/**
 * Returns the machines of pools that an update replaces or removes. The nodes of a pool have its name and
 * a number.
 *
 * @param pools - all pools of the configuration.
 */
export function rollingMachines(
  pools: readonly { readonly name: string; readonly drain: { readonly timeoutSeconds: number } }[],
  { isAsleep, leaving = {}, pools: rolling }: UpcomingRoll,
): RollingMachines {
  const placeOf = (node: string) => {
    const [, pool = '', ordinal] = /^(.+)-(\d+)$/.exec(node) ?? [];
    return { pool, ordinal: Number(ordinal) };
  };
  const leaves = (node: string) => {
    const { ordinal, pool } = placeOf(node);
    const staying = Object.hasOwn(leaving, pool) ? leaving[pool] : undefined;
    return staying !== undefined && ordinal >= staying;
  };
  const has = (node: string) => rolling.includes(placeOf(node).pool) || leaves(node);
  return {
    has,
    leaves,
    noneStays: isAsleep === true,
    drainSeconds: (node) =>
      has(node)
        ? (pools.find(({ name }) => name === placeOf(node).pool)?.drain.timeoutSeconds ?? 0)
        : 0,
  };
}
