// SPDX-License-Identifier: Apache-2.0
import type { Host } from '../outputs/index.ts';
import type { CapacityLimits } from './capacity-limits.ts';
import { launcherMemoryMib } from './launcher-memory.ts';
import { placeMachines } from './place-machines.ts';
import type { Demand, Room } from './place-machines.ts';

/** What one machine has. */
export interface MachineSize {
  /** Virtual CPUs. */
  readonly cpu: number;
  readonly memoryGiB: number;
  /** CPUs of the host that are its own. @default it shares them */
  readonly hostCpus?: number | undefined;
  /** Devices of the host. @default 0 */
  readonly hostDevices?: number | undefined;
}

/** Machines of one kind. */
export interface MachineGroup extends MachineSize {
  readonly cluster: string;
  /** `cp`, or a pool. */
  readonly name: string;
  readonly replicas: number;
  /** How many machines more there may be while they are replaced. @default 0 */
  readonly surge?: number | undefined;
  /** Whether they can be replaced without those. @default true */
  readonly rollsWithout?: boolean | undefined;
}

/** What a whole environment is judged by. */
export interface CapacityQuestion {
  readonly hosts: readonly Host[];
  readonly groups: readonly MachineGroup[];
  /** Virtual CPUs that KubeVirt puts on one CPU of a host. */
  readonly cpuAllocationRatio: number;
  /** `additionalGuestMemoryOverheadRatio` of KubeVirt. @default 1 */
  readonly launcherOverheadRatio?: number | undefined;
  /** Machines that may move at a time, each of which is there twice meanwhile. */
  readonly parallelMigrations: number;
  readonly limits: CapacityLimits;
}

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

interface Machine extends Demand {
  readonly group: MachineGroup;
}

const mibInGiB = 1024;

function roomsOf({ hosts, limits }: CapacityQuestion): Room[] {
  return hosts
    .filter(({ name }) => !limits.except.includes(name))
    .map(({ cpu, memoryGiB, name }) => ({
      name,
      cpu: Math.max(cpu - limits.reservedCpu, 0),
      memoryMib: Math.max(memoryGiB - limits.reservedMemoryGiB, 0) * mibInGiB,
    }));
}

/** Memory of a machine, with what its pod needs itself. */
function memoryMibOf(size: MachineSize, { launcherOverheadRatio }: CapacityQuestion): number {
  const { hostCpus, hostDevices = 0 } = size;
  const facts = { hasHostDevice: hostDevices > 0, hasDedicatedCpus: hostCpus !== undefined };
  return launcherMemoryMib({ ...size, ...facts }, launcherOverheadRatio);
}

function machinesOf(question: CapacityQuestion): Machine[] {
  return question.groups.flatMap((group) => {
    const { cpu, hostCpus, replicas } = group;
    const machine = {
      group,
      cpu: hostCpus ?? cpu / question.cpuAllocationRatio,
      memoryMib: memoryMibOf(group, question),
    };
    return Array.from({ length: replicas }, () => machine);
  });
}

function counted(machines: readonly Machine[]): GroupCount[] {
  const groups = Map.groupBy(machines, ({ group }) => group);
  return [...groups].map(([{ cluster, name }, list]) => ({ cluster, name, machines: list.length }));
}

function largestFirst<T extends Demand>(list: readonly T[]): T[] {
  return [...list].sort((one, other) => other.memoryMib - one.memoryMib || other.cpu - one.cpu);
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
