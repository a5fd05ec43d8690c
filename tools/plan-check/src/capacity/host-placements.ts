// SPDX-License-Identifier: Apache-2.0
import { arrangementsOf } from './arrangements.ts';
import { machinesOf, roomsOf } from './machine-demand.ts';
import type { CapacityQuestion, Machine } from './machine-demand.ts';
import type { Demand } from './place-machines.ts';
import { worstLoss } from './worst-loss.ts';

/** VMs of one group that are together on a host, or that no host has room for. */
export interface PlacedGroup extends Demand {
  readonly cluster: string;
  /** `cp`, or the name of a pool. */
  readonly name: string;
  readonly machines: number;
}

/** A host, its capacity for VMs (`cpu`, `memoryMib`), and the VMs that the planner puts there. */
export interface HostPlacement extends Demand {
  readonly name: string;
  readonly groups: readonly PlacedGroup[];
  /** Capacity that stays free. */
  readonly free: Demand;
}

/** The planner's host for every VM of an environment. */
export interface Placements {
  /** Hosts that are assumed to be lost. */
  readonly lost: readonly string[];
  /** The remaining hosts, in the order of the question. */
  readonly hosts: readonly HostPlacement[];
  /** VMs that no host has room for. */
  readonly unplaced: readonly PlacedGroup[];
}

/** Groups VMs; what they request is that of one VM of the group. */
function grouped(machines: readonly Machine[]): PlacedGroup[] {
  return [...Map.groupBy(machines, ({ group }) => group)].map(([{ cluster, name }, list]) => ({
    cluster,
    name,
    machines: list.length,
    cpu: list[0]?.cpu ?? 0,
    memoryMib: list[0]?.memoryMib ?? 0,
    pods: list[0]?.pods ?? 0,
    mayRunOn: list[0]?.mayRunOn,
  }));
}

/**
 * Returns the placement on which {@link capacityOf} bases its answer. It comes from the same
 * planner, so a VM may really run elsewhere.
 *
 * @param hostLoss - number of hosts to lose, those whose loss is worst. 0: none.
 */
export function hostPlacements(question: CapacityQuestion, hostLoss = 0): Placements {
  const [rooms, machines] = [roomsOf(question), machinesOf(question)];
  const asked = { ...question, limits: { ...question.limits, hostLoss } };
  const arrangements = arrangementsOf(machines, rooms);
  const { left, lost, placement } = worstLoss(asked, rooms, machines, arrangements);
  const { free, hosts, unplaced } = placement;
  return {
    lost: lost.map(({ name }) => name),
    hosts: left.map(({ cpu, memoryMib, name }, index) => ({
      name,
      cpu,
      memoryMib,
      groups: grouped(hosts.get(name) ?? []),
      free: {
        cpu: free[index]?.cpu ?? 0,
        memoryMib: free[index]?.memoryMib ?? 0,
        pods: free[index]?.pods ?? 0,
      },
    })),
    unplaced: grouped(unplaced),
  };
}
