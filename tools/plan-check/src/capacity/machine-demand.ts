// SPDX-License-Identifier: Apache-2.0
import type { Host } from '@strata/contracts';
import type { CapacityLimits } from './capacity-limits.ts';
import { launcherMemoryMib } from '@strata/contracts';
import { hostsWithCpus, machineHosts } from '@strata/user-cluster/machine-hosts';
import { toleratedHosts } from '@strata/user-cluster/tolerated-hosts';
import type { Demand, Room } from './place-machines.ts';

/** The size of one VM. */
export interface MachineSize {
  /** Virtual CPUs. */
  readonly cpu: number;
  readonly memoryGiB: number;
  /** Number of dedicated host CPUs. @default it shares them */
  readonly hostCpus?: number | undefined;
  /** Number of IO threads that share CPUs as its virtual CPUs do. @default none */
  readonly ioThreads?: number | undefined;
  /** Number of host devices, SR-IOV cards included. @default 0 */
  readonly hostDevices?: number | undefined;
}

/** A volume of the infra cluster. */
export interface MachineDisk {
  /** `root disk`, `etcd disk`, or what else its file calls it. */
  readonly name: string;
  /** Undefined: neither the file nor the platform's names a StorageClass. */
  readonly className?: string | undefined;
  /** Undefined: neither the file nor a golden image has a size. */
  readonly sizeGiB?: number | undefined;
}

/** VMs of one kind. */
export interface MachineGroup extends MachineSize {
  readonly cluster: string;
  /** `cp`, or the name of a pool. */
  readonly name: string;
  readonly replicas: number;
  /** Pods of one VM on its host: its own, and one that holds plugged volumes. @default 1 */
  readonly pods?: number | undefined;
  /** Disks of one VM that are volumes. @default none */
  readonly disks?: readonly MachineDisk[] | undefined;
  /** Number of additional VMs during a rollout. @default 0 */
  readonly surge?: number | undefined;
  /** Whether the group can roll without additional VMs. @default true */
  readonly rollsWithout?: boolean | undefined;
  /** Taints of hosts that keep its VMs from no host. @default none */
  readonly tolerations?: Parameters<typeof toleratedHosts>[1]['tolerations'] | undefined;
}

/** The facts from which the capacity of an environment is judged. */
export interface CapacityQuestion {
  readonly hosts: readonly Host[];
  readonly groups: readonly MachineGroup[];
  /** Where virt-handler runs, and so VMs. @default on all hosts */
  readonly workloads?: Parameters<typeof machineHosts>[1];
  /** Virtual CPUs that KubeVirt puts on one CPU of a host. */
  readonly cpuAllocationRatio: number;
  /** `additionalGuestMemoryOverheadRatio` of KubeVirt. @default 1 */
  readonly launcherOverheadRatio?: number | undefined;
  /** `memoryOvercommit` of KubeVirt. @default 100 */
  readonly memoryOvercommitPercent?: number | undefined;
  /** Number of VMs that may migrate at once, each of which exists twice meanwhile. */
  readonly parallelMigrations: number;
  readonly limits: CapacityLimits;
}

/** A VM, and what its pod requests from a host. */
export interface Machine extends Demand {
  readonly group: MachineGroup;
}

/**
 * Pods that a kubelet takes unless its configuration says another number.
 *
 * @see https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/ maxPods
 */
const usualPods = 110;

/** MiB in one GiB. */
export const mibInGiB = 1024;

/** Hosts of an environment, by whether any VM may run there. */
interface DividedHosts {
  readonly open: readonly Host[];
  /** Hosts with taints that no group of VMs tolerates. */
  readonly tainted: readonly Host[];
  /** Other hosts without virt-handler. */
  readonly withoutHandler: readonly Host[];
}

/** Divides the hosts that are not excepted by whether any VM may run there. */
export function divideHosts({ groups, hosts, limits, workloads }: CapacityQuestion): DividedHosts {
  const all = hosts.filter(({ name }) => !limits.except.includes(name));
  const tolerated = new Set([
    ...toleratedHosts(all, { tolerations: [] }),
    ...groups.flatMap(({ tolerations = [] }) =>
      tolerations.length === 0 ? [] : toleratedHosts(all, { tolerations }),
    ),
  ]);
  const open = new Set(machineHosts([...tolerated], workloads));
  return {
    open: all.filter((host) => open.has(host)),
    tainted: all.filter((host) => !tolerated.has(host)),
    withoutHandler: all.filter((host) => tolerated.has(host) && !open.has(host)),
  };
}

/**
 * Returns whether a VM with some tolerations and dedicated CPUs may run on an open host; undefined: it may on
 * all.
 */
function mayRunOn(
  { hosts }: CapacityQuestion,
  open: readonly Host[],
  { hostCpus, tolerations = [] }: MachineGroup,
): Machine['mayRunOn'] {
  const withCpus = new Set(hostsWithCpus(hosts, hostCpus !== undefined));
  const names = new Set(
    toleratedHosts(open, { tolerations })
      .filter((host) => withCpus.has(host))
      .map(({ name }) => name),
  );
  return names.size === open.length ? undefined : (host) => names.has(host);
}

/**
 * Returns the capacity of each host for VMs, without what is reserved and without hosts that run no
 * VMs.
 */
export function roomsOf(question: CapacityQuestion): Room[] {
  const { limits } = question;
  return divideHosts(question).open.map(({ cpu, memoryGiB, name, pods = usualPods }) => ({
    name,
    cpu: Math.max(cpu - limits.reservedCpu, 0),
    memoryMib: Math.max(memoryGiB - limits.reservedMemoryGiB, 0) * mibInGiB,
    pods: Math.max(pods - limits.reservedPods, 0),
  }));
}

/** Returns the memory of a VM with the overhead of its pod, in MiB. */
export function memoryMibOf(size: MachineSize, question: CapacityQuestion): number {
  const { hostCpus, hostDevices = 0 } = size;
  const facts = { hasHostDevice: hostDevices > 0, hasDedicatedCpus: hostCpus !== undefined };
  return launcherMemoryMib({ ...size, ...facts }, question);
}

/** Returns every VM that is meant, group by group. */
export function machinesOf(question: CapacityQuestion): Machine[] {
  const { open } = divideHosts(question);
  return question.groups.flatMap((group) => {
    const { cpu, hostCpus, ioThreads = 0, pods = 1, replicas } = group;
    const machine = {
      group,
      cpu: hostCpus ?? (cpu + ioThreads) / question.cpuAllocationRatio,
      memoryMib: memoryMibOf(group, question),
      pods,
      mayRunOn: mayRunOn(question, open, group),
    };
    return Array.from({ length: replicas }, () => machine);
  });
}

/** Sorts by memory, then by CPUs, the largest first. */
export function largestFirst<T extends Demand>(list: readonly T[]): T[] {
  return [...list].sort((one, other) => other.memoryMib - one.memoryMib || other.cpu - one.cpu);
}
