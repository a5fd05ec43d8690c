// SPDX-License-Identifier: Apache-2.0
import type { Host } from '../outputs/index.ts';
import type { CapacityLimits } from './capacity-limits.ts';
import { launcherMemoryMib } from './launcher-memory.ts';
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

/** One machine, and what its pod asks a host for. */
export interface Machine extends Demand {
  readonly group: MachineGroup;
}

/** MiB in one GiB. */
export const mibInGiB = 1024;

/** What each host has for machines: without what is reserved, and without hosts that take none. */
export function roomsOf({ hosts, limits }: CapacityQuestion): Room[] {
  return hosts
    .filter(({ name }) => !limits.except.includes(name))
    .map(({ cpu, memoryGiB, name }) => ({
      name,
      cpu: Math.max(cpu - limits.reservedCpu, 0),
      memoryMib: Math.max(memoryGiB - limits.reservedMemoryGiB, 0) * mibInGiB,
    }));
}

/** Memory of a machine, with what its pod needs itself. */
export function memoryMibOf(
  size: MachineSize,
  { launcherOverheadRatio }: CapacityQuestion,
): number {
  const { hostCpus, hostDevices = 0 } = size;
  const facts = { hasHostDevice: hostDevices > 0, hasDedicatedCpus: hostCpus !== undefined };
  return launcherMemoryMib({ ...size, ...facts }, launcherOverheadRatio);
}

/** Every machine that is meant, group by group. */
export function machinesOf(question: CapacityQuestion): Machine[] {
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

/** By memory, then by CPUs. */
export function largestFirst<T extends Demand>(list: readonly T[]): T[] {
  return [...list].sort((one, other) => other.memoryMib - one.memoryMib || other.cpu - one.cpu);
}
