// SPDX-License-Identifier: Apache-2.0

/** CPUs and memory that a VM's pod requests from a host, or that a host has. */
export interface Demand {
  /** Host CPUs: virtual ones divided by the platform's `cpuAllocationRatio`. */
  readonly cpu: number;
  readonly memoryMib: number;
  /** Pods of a VM, or those that the kubelet of a host takes. @default not counted */
  readonly pods?: number;
}

/** A host's capacity for VMs. */
export interface Room extends Demand {
  readonly name: string;
}

/** The host of each VM, and the remaining capacity. */
export interface Placement<T extends Demand> {
  /** VMs by the name of their host. */
  readonly hosts: ReadonlyMap<string, readonly T[]>;
  readonly free: readonly Room[];
  /** VMs that no host had room for. */
  readonly unplaced: readonly T[];
}

/** Rounding tolerance: CPUs are fractions after a division. */
const roundingCpu = 1e-9;

function fits(demand: Demand, room: Demand): boolean {
  return (
    demand.cpu <= room.cpu + roundingCpu &&
    demand.memoryMib <= room.memoryMib &&
    (demand.pods ?? 0) <= (room.pods ?? Infinity)
  );
}

/** Compares by memory, which hosts mostly run out of first, then by CPUs; the largest first. */
function bySize(one: Demand, other: Demand): number {
  return other.memoryMib - one.memoryMib || other.cpu - one.cpu;
}

/**
 * Puts each VM on the first host that has room for it, the largest VMs first.
 *
 * If all are placed, they fit. If one is left over, that does not prove that they do not fit, but
 * it is about as good as a scheduler, which never moves a VM to make room.
 */
export function placeMachines<T extends Demand>(
  machines: readonly T[],
  hosts: readonly Room[],
): Placement<T> {
  const rooms = hosts.map((host) => ({ ...host }));
  const placed = new Map<string, T[]>(hosts.map(({ name }) => [name, []]));
  const unplaced: T[] = [];
  for (const machine of [...machines].sort(bySize)) {
    const room = rooms.find((one) => fits(machine, one));
    if (room === undefined) {
      unplaced.push(machine);
      continue;
    }
    room.cpu -= machine.cpu;
    room.memoryMib -= machine.memoryMib;
    if (room.pods !== undefined) room.pods -= machine.pods ?? 0;
    placed.get(room.name)?.push(machine);
  }
  return { hosts: placed, free: rooms, unplaced };
}
