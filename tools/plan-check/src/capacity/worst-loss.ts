// SPDX-License-Identifier: Apache-2.0
import type { Arrangements } from './arrangements.ts';
import { largestFirst } from './machine-demand.ts';
import type { CapacityQuestion, Machine } from './machine-demand.ts';
import { placeMachines } from './place-machines.ts';
import type { Placement, Room } from './place-machines.ts';

/** Hosts that are lost, and where the planner puts all VMs then. */
export interface Loss {
  readonly lost: readonly Room[];
  /** The remaining hosts. */
  readonly left: readonly Room[];
  readonly placement: Placement<Machine>;
}

/** Text that is the same for hosts whose loss makes no difference. */
type KindOf = (room: Room) => string;

function kindsOf({ hosts }: CapacityQuestion): {
  readonly kindOf: KindOf;
  readonly taintsOf: KindOf;
} {
  const taints = new Map(hosts.map((host) => [host.name, JSON.stringify(host.taints ?? [])]));
  const taintsOf = ({ name }: Room) => taints.get(name) ?? '';
  const kindOf = (room: Room) =>
    JSON.stringify([room.cpu, room.memoryMib, room.pods, taintsOf(room)]);
  return { kindOf, taintsOf };
}

/** Returns whether a host has nowhere less than another one, so that its loss is at least as bad. */
function hasAsMuch(one: Room, other: Room): boolean {
  const pods = (room: Room) => room.pods ?? Infinity;
  return one.cpu >= other.cpu && one.memoryMib >= other.memoryMib && pods(one) >= pods(other);
}

/** Returns a host of each kind that may be the worst one to lose. */
function singleHosts(question: CapacityQuestion, rooms: readonly Room[]): Room[][] {
  const { kindOf, taintsOf } = kindsOf(question);
  const kinds = [...new Map(rooms.toReversed().map((room) => [kindOf(room), room])).values()];
  const isWorst = (room: Room) =>
    kinds.every(
      (other) => other === room || taintsOf(other) !== taintsOf(room) || !hasAsMuch(other, room),
    );
  return largestFirst(kinds.filter(isWorst)).map((room) => [room]);
}

/** Returns hosts that are lost together: those with most memory, CPUs, both, VMs, or memory of VMs. */
function severalHosts(
  question: CapacityQuestion,
  rooms: readonly Room[],
  { hosts: placed }: Placement<Machine>,
): Room[][] {
  const { kindOf } = kindsOf(question);
  const total = (of: (room: Room) => number) => rooms.reduce((sum, room) => sum + of(room), 0) || 1;
  const [cpus, memory] = [total(({ cpu }) => cpu), total(({ memoryMib }) => memoryMib)];
  const measures: readonly ((room: Room) => number)[] = [
    ({ cpu }) => cpu,
    ({ cpu, memoryMib }) => cpu / cpus + memoryMib / memory,
    ({ name }) => placed.get(name)?.length ?? 0,
    ({ name }) => (placed.get(name) ?? []).reduce((sum, machine) => sum + machine.memoryMib, 0),
  ];
  const orders = [
    largestFirst(rooms),
    ...measures.map((of) => [...rooms].sort((one, other) => of(other) - of(one))),
  ];
  const all = orders.map((order) => order.slice(0, question.limits.hostLoss));
  const key = (lost: readonly Room[]) => lost.map(kindOf).sort().join(' ');
  return [...new Map(all.toReversed().map((lost) => [key(lost), lost])).values()].toReversed();
}

/** Returns where the VMs of lost hosts find room while those of the others stay where they are. */
function withoutHosts(
  { free, hosts, unplaced }: Placement<Machine>,
  lost: readonly Room[],
): Placement<Machine> {
  const names = new Set(lost.map(({ name }) => name));
  const displaced = [...names].flatMap((name) => hosts.get(name) ?? []);
  const left = free.filter(({ name }) => !names.has(name));
  const moved = placeMachines(displaced, left);
  const all = [...moved.hosts].map(
    ([name, added]) => [name, [...(hosts.get(name) ?? []), ...added]] as const,
  );
  return { hosts: new Map(all), free: moved.free, unplaced: [...unplaced, ...moved.unplaced] };
}

/**
 * Returns the loss of as many hosts as may be lost after which most VMs are without room: all placed anew,
 * or those of the lost hosts alone, for nobody moves the others. Of several hosts, not all combinations are
 * tried.
 *
 * @param arrangements - where all VMs can be on all hosts, the planner's own first.
 */
export function worstLoss(
  question: CapacityQuestion,
  rooms: readonly Room[],
  machines: readonly Machine[],
  arrangements: Arrangements,
): Loss {
  const [now] = arrangements;
  const { hostLoss } = question.limits;
  const none: Loss = { lost: [], left: rooms, placement: now };
  if (hostLoss === 0 || rooms.length === 0) return none;
  const leftOf = (lost: readonly Room[]) => rooms.filter((room) => !lost.includes(room));
  const anew = hostLoss === 1 ? singleHosts(question, rooms) : severalHosts(question, rooms, now);
  const lossesOf = (arrangement: Placement<Machine>) =>
    hostLoss === 1 ? rooms.map((room) => [room]) : severalHosts(question, rooms, arrangement);
  const losses = [
    ...anew.map((lost): Loss => {
      const left = leftOf(lost);
      return { lost, left, placement: placeMachines(machines, left) };
    }),
    ...arrangements.flatMap((arrangement) =>
      lossesOf(arrangement).map((lost): Loss => ({
        lost,
        left: leftOf(lost),
        placement: withoutHosts(arrangement, lost),
      })),
    ),
  ];
  const without = ({ placement }: Loss) => placement.unplaced.length;
  return losses.reduce(
    (worst, loss) => (without(loss) > without(worst) ? loss : worst),
    losses[0] ?? none,
  );
}
