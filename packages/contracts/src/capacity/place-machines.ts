// SPDX-License-Identifier: Apache-2.0

/** What a machine's pod asks a host for, or what a host has. */
export interface Demand {
  /** Host CPUs: virtual ones divided by the platform's `cpuAllocationRatio`. */
  readonly cpu: number;
  readonly memoryMib: number;
}

/** Something that has room for machines. */
export interface Room extends Demand {
  readonly name: string;
}

/** Where each machine is, and what is left. */
export interface Placement<T extends Demand> {
  /** Machines by the name of their host. */
  readonly hosts: ReadonlyMap<string, readonly T[]>;
  readonly free: readonly Room[];
  /** Machines that no host had room for. */
  readonly unplaced: readonly T[];
}

/** CPUs are fractions after a division; a billionth of one decides nothing. */
const roundingCpu = 1e-9;

function fits(demand: Demand, room: Demand): boolean {
  return demand.cpu <= room.cpu + roundingCpu && demand.memoryMib <= room.memoryMib;
}

/** Largest first: by the memory, of which hosts mostly run out, then by CPUs. */
function bySize(one: Demand, other: Demand): number {
  return other.memoryMib - one.memoryMib || other.cpu - one.cpu;
}

/**
 * Puts each machine on the first host that has room for it, the largest machines first.
 *
 * All placed: they fit. One left over: no proof that they do not, but this is about as well as a
 * scheduler does, which never moves a machine to make room.
 */
export function placeMachines<T extends Demand>(
  machines: readonly T[],
  hosts: readonly Room[],
): Placement<T> {
  const rooms = hosts.map(({ cpu, memoryMib, name }) => ({ name, cpu, memoryMib }));
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
    placed.get(room.name)?.push(machine);
  }
  return { hosts: placed, free: rooms, unplaced };
}
