// SPDX-License-Identifier: Apache-2.0
import {
  divideHosts,
  largestFirst,
  machinesOf,
  memoryMibOf,
  mibInGiB,
  roomsOf,
} from './machine-demand.ts';
import type { CapacityQuestion, Machine, MachineGroup } from './machine-demand.ts';
import { arrangementsOf } from './arrangements.ts';
import { placeMachines } from './place-machines.ts';
import type { Placement, Room } from './place-machines.ts';
import { worstLoss } from './worst-loss.ts';

/** A group of VMs, and how many of them are meant. */
export interface GroupCount {
  readonly cluster: string;
  readonly name: string;
  readonly machines: number;
}

/** The cases for which VMs are placed, as {@link Capacity} names them. */
export type PlacementCase = 'now' | 'afterLoss' | 'whileMoving' | 'whileRolling';

/** The capacity of an environment's hosts. */
export interface Capacity {
  readonly hosts: number;
  readonly machines: number;
  /** Hosts that are left out, for no VM tolerates their taints. */
  readonly tainted: readonly string[];
  /** Hosts that are left out, for virt-handler does not run there. */
  readonly withoutHandler: readonly string[];
  /** Virtual CPUs of all VMs; the host CPUs are without those that are reserved. */
  readonly virtualCpus: number;
  readonly hostCpus: number;
  /** Memory of all VMs, with the overhead of their pods. */
  readonly memoryGiB: number;
  readonly hostMemoryGiB: number;
  /** Virtual CPUs for each CPU of the hosts. */
  readonly cpuOvercommit: number;
  readonly freeMemoryPercent: number;
  /** VMs that no host has room for now. */
  readonly unplaced: readonly GroupCount[];
  /** VMs that no host has room for after the hosts are lost whose loss is worst. */
  readonly afterLoss: {
    readonly lost: readonly string[];
    readonly unplaced: readonly GroupCount[];
  };
  /** VMs that no other host has room for while as many migrate as may at once. */
  readonly whileMoving: {
    readonly machines: number;
    readonly unplaced: readonly GroupCount[];
  };
  /** Surges that no host has room for while all pools of a cluster roll, one cluster at a time. */
  readonly whileRolling: {
    /** Pools that roll without a surge, with as many VMs unavailable as they allow. */
    readonly unplaced: readonly GroupCount[];
    /** Pools among these that cannot roll without a surge. */
    readonly stuck: readonly GroupCount[];
  };
  /** Cases in which VMs would have had room if kubelets took more pods. */
  readonly shortOfPods: readonly PlacementCase[];
  /** The largest further VM, which tolerates no taints; undefined if there is no room at all. */
  readonly largest?: { readonly host: string; readonly cpu: number; readonly memoryGiB: number };
}

function counted(machines: readonly Machine[]): GroupCount[] {
  const groups = Map.groupBy(machines, ({ group }) => group);
  return [...groups].map(([{ cluster, name }, list]) => ({ cluster, name, machines: list.length }));
}

/** Returns the largest whole GiB of a VM with that many CPUs that fits into some memory. */
function guestMemoryGiB(memoryMib: number, cpu: number, question: CapacityQuestion): number {
  let memoryGiB = Math.floor(memoryMib / mibInGiB);
  const needs = () => memoryMibOf({ cpu, memoryGiB }, question);
  while (memoryGiB > 0 && needs() > memoryMib) memoryGiB -= 1;
  return memoryGiB;
}

function largest(free: readonly Room[], question: CapacityQuestion): Capacity['largest'] {
  const tainted = question.hosts.filter(({ taints = [] }) => taints.length > 0);
  return free
    .filter(({ name, pods = 1 }) => pods > 0 && !tainted.some((host) => host.name === name))
    .map(({ cpu, memoryMib, name }) => {
      const virtual = Math.floor(cpu * question.cpuAllocationRatio + 1e-9);
      return { host: name, cpu: virtual, memoryGiB: guestMemoryGiB(memoryMib, virtual, question) };
    })
    .filter(({ cpu, memoryGiB }) => cpu > 0 && memoryGiB > 0)
    .sort((one, other) => other.memoryGiB - one.memoryGiB || other.cpu - one.cpu)[0];
}

/** Returns the largest further VM that has room in all arrangements. */
function largestOfAll(
  arrangements: readonly Placement<Machine>[],
  question: CapacityQuestion,
): Capacity['largest'] {
  return arrangements
    .map(({ free }) => largest(free, question))
    .reduce((one, other) =>
      one === undefined || other === undefined || other.memoryGiB >= one.memoryGiB ? one : other,
    );
}

/** Returns all surges of the pools of each cluster, which roll at once, each cluster by itself. */
function surges({ groups }: CapacityQuestion): MachineGroup[][] {
  const surging = groups
    .filter(({ replicas, surge = 0 }) => replicas > 0 && surge > 0)
    .map((group) => ({ ...group, replicas: group.surge ?? 0 }));
  return [...Map.groupBy(surging, ({ cluster }) => cluster).values()];
}

/** Returns how much of the surge of each group finds no room beside all VMs, at worst. */
function cramped(
  question: CapacityQuestion,
  arrangements: readonly Placement<Machine>[],
): Map<MachineGroup, number> {
  const worst = new Map<MachineGroup, number>();
  const clusters = surges(question).map((groups) => machinesOf({ ...question, groups }));
  for (const { free } of arrangements) {
    const unplaced = clusters.flatMap((machines) => placeMachines(machines, free).unplaced);
    for (const [group, machines] of Map.groupBy(unplaced, (machine) => machine.group)) {
      worst.set(group, Math.max(worst.get(group) ?? 0, machines.length));
    }
  }
  return worst;
}

/** VMs that migrate, and those without room meanwhile. */
interface Moving {
  readonly machines: number;
  readonly unplaced: readonly Machine[];
}

/** Returns what becomes of the largest VMs that migrate at once: each needs another host than its own. */
function moving(
  { parallelMigrations }: CapacityQuestion,
  { free, hosts, unplaced }: Placement<Machine>,
): Moving {
  const copies = [...hosts].flatMap(([own, machines]) =>
    machines.map((machine) => ({
      ...machine,
      mayRunOn: (host: string) => host !== own && (machine.mayRunOn?.(host) ?? true),
    })),
  );
  const some = largestFirst(copies).slice(0, hosts.size > 1 ? parallelMigrations : 0);
  return {
    machines: some.length,
    unplaced: [...unplaced, ...placeMachines(some, free).unplaced],
  };
}

/** Returns the same rooms with as many pods as anybody wants. */
const withPods = (rooms: readonly Room[]): Room[] =>
  rooms.map(({ cpu, memoryMib, name }) => ({ name, cpu, memoryMib }));

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

/** Places all VMs on some rooms, in each case. */
function placements(question: CapacityQuestion, rooms: readonly Room[]) {
  const machines = machinesOf(question);
  const arrangements = arrangementsOf(machines, rooms);
  const [tight] = arrangements;
  const { lost, placement } = worstLoss(question, rooms, machines, arrangements);
  const migrations = arrangements.map((arrangement) => moving(question, arrangement));
  const worst = migrations.reduce((one, other) =>
    other.unplaced.length > one.unplaced.length ? other : one,
  );
  return {
    machines,
    lost,
    arrangements,
    moving: worst.machines,
    unplaced: {
      now: tight.unplaced,
      afterLoss: placement.unplaced,
      whileMoving: worst.unplaced,
    },
    rolling: [...cramped(question, arrangements)],
  };
}

/** Returns the cases in which fewer VMs would be without room if pods did not count. */
function shortOfPods(
  question: CapacityQuestion,
  rooms: readonly Room[],
  placed: ReturnType<typeof placements>,
): PlacementCase[] {
  const counts = ({ rolling, unplaced }: ReturnType<typeof placements>) => ({
    now: unplaced.now.length,
    afterLoss: unplaced.afterLoss.length,
    whileMoving: unplaced.whileMoving.length,
    whileRolling: sum(rolling, ([, machines]) => machines),
  });
  const found = counts(placed);
  const cases = (['now', 'afterLoss', 'whileMoving', 'whileRolling'] as const).filter(
    (name) => found[name] > 0,
  );
  if (cases.length === 0) return [];
  const otherwise = counts(placements(question, withPods(rooms)));
  return cases.filter((name) => otherwise[name] < found[name]);
}

/**
 * Returns the capacity of an environment's hosts: now, after the loss of hosts, while VMs migrate,
 * while pools roll. Of placement rules, only taints of hosts and dedicated CPUs are considered.
 */
export function capacityOf(question: CapacityQuestion): Capacity {
  const rooms = roomsOf(question);
  const placed = placements(question, rooms);
  const { arrangements, lost, machines, rolling, unplaced } = placed;
  const hostCpus = sum(rooms, ({ cpu }) => cpu);
  const hostMib = sum(rooms, ({ memoryMib }) => memoryMib);
  const usedMib = sum(machines, ({ memoryMib }) => memoryMib);
  const virtualCpus = sum(question.groups, ({ cpu, replicas }) => cpu * replicas);
  const { tainted, withoutHandler } = divideHosts(question);
  const most = largestOfAll(arrangements, question);
  const asCount = ([{ cluster, name }, machines]: readonly [MachineGroup, number]) => ({
    cluster,
    name,
    machines,
  });
  return {
    hosts: rooms.length,
    machines: machines.length,
    tainted: tainted.map(({ name }) => name),
    withoutHandler: withoutHandler.map(({ name }) => name),
    virtualCpus,
    hostCpus,
    memoryGiB: Math.ceil(usedMib / mibInGiB),
    hostMemoryGiB: Math.floor(hostMib / mibInGiB),
    cpuOvercommit: hostCpus === 0 ? 0 : virtualCpus / hostCpus,
    freeMemoryPercent: hostMib === 0 ? 0 : (1 - usedMib / hostMib) * 100,
    unplaced: counted(unplaced.now),
    afterLoss: {
      lost: lost.map(({ name }) => name),
      unplaced: counted(unplaced.afterLoss),
    },
    whileMoving: { machines: placed.moving, unplaced: counted(unplaced.whileMoving) },
    whileRolling: {
      unplaced: rolling.map(asCount),
      stuck: rolling.filter(([{ rollsWithout }]) => rollsWithout === false).map(asCount),
    },
    shortOfPods: shortOfPods(question, rooms, placed),
    ...(most && { largest: most }),
  };
}
