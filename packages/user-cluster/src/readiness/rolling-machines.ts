// SPDX-License-Identifier: Apache-2.0

/** Machines that roll. */
export interface RollingMachines {
  /** Returns whether a node is one of them. */
  readonly has: (node: string) => boolean;
  /** Returns the seconds for which a node's machine waits for its pods; 0 for other nodes. */
  readonly drainSeconds: (node: string) => number;
}

/**
 * Returns the machines of some pools. The nodes of a pool have its name and a number.
 *
 * @param names - of the pools that roll.
 */
export function rollingMachines(
  pools: readonly { readonly name: string; readonly drain: { readonly timeoutSeconds: number } }[],
  names: readonly string[],
): RollingMachines {
  const rolling = pools.filter(({ name }) => names.includes(name));
  const poolOf = (node: string) =>
    rolling.find(({ name }) => node.replace(/-\d+$/, '') === name && node !== name);
  return {
    has: (node) => poolOf(node) !== undefined,
    drainSeconds: (node) => poolOf(node)?.drain.timeoutSeconds ?? 0,
  };
}
