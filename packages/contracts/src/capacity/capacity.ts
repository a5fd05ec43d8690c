// SPDX-License-Identifier: Apache-2.0
import { largestFirst, machinesOf, memoryMibOf, mibInGiB, roomsOf } from './machine-demand.ts';
import type { CapacityQuestion, Machine, MachineGroup } from './machine-demand.ts';
import { placeMachines } from './place-machines.ts';
import type { Room } from './place-machines.ts';

/** Machines of one group, as many as are meant. */
export interface GroupCount {
  readonly cluster: string;
  readonly name: string;
  readonly machines: number;
}

/** What the hosts of an environment have room for. */
export interface Capacity {
  readonly hosts: number;
  readonly machines: number;
  /** What machines have, of what hosts have, without what is reserved. */
  readonly virtualCpus: number;
  readonly hostCpus: number;
  /** Of machines, with what their pods need themselves. */
  readonly memoryGiB: number;
  readonly hostMemoryGiB: number;
  /** Virtual CPUs for each CPU of the hosts. */
  readonly cpuOvercommit: number;
  readonly freeMemoryPercent: number;
  /** What no host has room for now. */
  readonly unplaced: readonly GroupCount[];
  /** What no host has room for after the largest hosts are lost. */
  readonly afterLoss: {
    readonly lost: readonly string[];
    readonly unplaced: readonly GroupCount[];
  };
  /** What no host has room for while as many machines as may move are there twice. */
  readonly whileMoving: {
    readonly machines: number;
    readonly unplaced: readonly GroupCount[];
  };
  /** What no host has room for while a pool rolls, one pool at a time: its machines more. */
  readonly whileRolling: {
    /** Those pools wait for nothing, and roll with as many away as may be. */
    readonly unplaced: readonly GroupCount[];
    /** Of these, those that cannot roll without. */
    readonly stuck: readonly GroupCount[];
  };
  /** What one more machine may have at most; undefined: there is no room at all. */
  readonly largest?: { readonly host: string; readonly cpu: number; readonly memoryGiB: number };
}

function counted(machines: readonly Machine[]): GroupCount[] {
  const groups = Map.groupBy(machines, ({ group }) => group);
  return [...groups].map(([{ cluster, name }, list]) => ({ cluster, name, machines: list.length }));
}

/** The largest whole GiB of a machine with that many CPUs that fit into some memory. */
function guestMemoryGiB(memoryMib: number, cpu: number, question: CapacityQuestion): number {
  let memoryGiB = Math.floor(memoryMib / mibInGiB);
  const needs = () => memoryMibOf({ cpu, memoryGiB }, question);
  while (memoryGiB > 0 && needs() > memoryMib) memoryGiB -= 1;
  return memoryGiB;
}

function largest(free: readonly Room[], question: CapacityQuestion): Capacity['largest'] {
  return free
    .map(({ cpu, memoryMib, name }) => {
      const virtual = Math.floor(cpu * question.cpuAllocationRatio + 1e-9);
      return { host: name, cpu: virtual, memoryGiB: guestMemoryGiB(memoryMib, virtual, question) };
    })
    .filter(({ cpu, memoryGiB }) => cpu > 0 && memoryGiB > 0)
    .sort((one, other) => other.memoryGiB - one.memoryGiB || other.cpu - one.cpu)[0];
}

/** The surge of each group by itself, as far as it finds no room beside all machines. */
function cramped(question: CapacityQuestion, free: readonly Room[]): Map<MachineGroup, number> {
  const surging = question.groups.filter(({ replicas, surge = 0 }) => replicas > 0 && surge > 0);
  const counts = surging.map((group) => {
    const more = machinesOf({ ...question, groups: [{ ...group, replicas: group.surge ?? 0 }] });
    return [group, placeMachines(more, free).unplaced.length] as const;
  });
  return new Map(counts.filter(([, count]) => count > 0));
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

/**
 * What the hosts of an environment have room for: now, with hosts lost, while machines move, while
 * pools roll. Where machines may run (`nodeSelector`, devices, spread over hosts) is not looked at.
 */
export function capacityOf(question: CapacityQuestion): Capacity {
  const { groups, limits, parallelMigrations } = question;
  const [rooms, machines] = [roomsOf(question), machinesOf(question)];
  const now = placeMachines(machines, rooms);
  const lost = largestFirst(rooms).slice(0, limits.hostLoss);
  const left = rooms.filter((room) => !lost.includes(room));
  const moving = largestFirst(machines).slice(0, rooms.length > 1 ? parallelMigrations : 0);
  const hostCpus = sum(rooms, ({ cpu }) => cpu);
  const hostMib = sum(rooms, ({ memoryMib }) => memoryMib);
  const usedMib = sum(machines, ({ memoryMib }) => memoryMib);
  const virtualCpus = sum(groups, ({ cpu, replicas }) => cpu * replicas);
  const most = largest(now.free, question);
  const rolling = [...cramped(question, now.free)];
  const asCount = ([{ cluster, name }, machines]: readonly [MachineGroup, number]) => ({
    ...{ cluster, name, machines },
  });
  return {
    hosts: rooms.length,
    machines: machines.length,
    virtualCpus,
    hostCpus,
    memoryGiB: Math.ceil(usedMib / mibInGiB),
    hostMemoryGiB: Math.floor(hostMib / mibInGiB),
    cpuOvercommit: hostCpus === 0 ? 0 : virtualCpus / hostCpus,
    freeMemoryPercent: hostMib === 0 ? 0 : (1 - usedMib / hostMib) * 100,
    unplaced: counted(now.unplaced),
    afterLoss: {
      lost: lost.map(({ name }) => name),
      unplaced: counted(placeMachines(machines, left).unplaced),
    },
    whileMoving: {
      machines: moving.length,
      unplaced: counted(placeMachines([...machines, ...moving], rooms).unplaced),
    },
    whileRolling: {
      unplaced: rolling.map(asCount),
      stuck: rolling.filter(([{ rollsWithout }]) => rollsWithout === false).map(asCount),
    },
    ...(most && { largest: most }),
  };
}
