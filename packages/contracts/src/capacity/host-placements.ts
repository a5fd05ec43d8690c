// SPDX-License-Identifier: Apache-2.0
import { largestFirst, machinesOf, roomsOf } from './machine-demand.ts';
import type { CapacityQuestion, Machine } from './machine-demand.ts';
import { placeMachines } from './place-machines.ts';
import type { Demand } from './place-machines.ts';

/** Machines of one group that are together on a host, or that no host has room for. */
export interface PlacedGroup extends Demand {
  readonly cluster: string;
  /** `cp`, or a pool. */
  readonly name: string;
  readonly machines: number;
}

/** A host, what it has for machines, and what the planner puts there. `cpu` and `memoryMib` are its room. */
export interface HostPlacement extends Demand {
  readonly name: string;
  readonly groups: readonly PlacedGroup[];
  /** What stays free. */
  readonly free: Demand;
}

/** Where the planner puts every machine of an environment. */
export interface Placements {
  /** Hosts that are lost. */
  readonly lost: readonly string[];
  /** The others, in the order of the question. */
  readonly hosts: readonly HostPlacement[];
  /** What no host has room for. */
  readonly unplaced: readonly PlacedGroup[];
}

/** `cpu` and `memoryMib` are those of one machine of the group. */
function grouped(machines: readonly Machine[]): PlacedGroup[] {
  return [...Map.groupBy(machines, ({ group }) => group)].map(([{ cluster, name }, list]) => ({
    cluster,
    name,
    machines: list.length,
    cpu: list[0]?.cpu ?? 0,
    memoryMib: list[0]?.memoryMib ?? 0,
  }));
}

/**
 * Where {@link capacityOf} has every machine when it says what fits: by the same planner, so a
 * machine may really be elsewhere.
 *
 * @param hostLoss - so many hosts are lost, the largest ones. 0: none.
 */
export function hostPlacements(question: CapacityQuestion, hostLoss = 0): Placements {
  const rooms = roomsOf(question);
  const lost = largestFirst(rooms).slice(0, hostLoss);
  const left = rooms.filter((room) => !lost.includes(room));
  const { free, hosts, unplaced } = placeMachines(machinesOf(question), left);
  return {
    lost: lost.map(({ name }) => name),
    hosts: left.map(({ cpu, memoryMib, name }, index) => ({
      ...{ name, cpu, memoryMib },
      groups: grouped(hosts.get(name) ?? []),
      free: { cpu: free[index]?.cpu ?? 0, memoryMib: free[index]?.memoryMib ?? 0 },
    })),
    unplaced: grouped(unplaced),
  };
}
