// SPDX-License-Identifier: Apache-2.0
import type { MachineDisk, MachineGroup } from '../capacity/index.ts';
import { mibInGiB } from '../capacity/machine-demand.ts';

/** Things of one kind that a cluster takes of its environment. */
export interface ClusterUse {
  readonly cluster: string;
  readonly machines: number;
  /** Virtual CPUs of all machines. */
  readonly cpus: number;
  /** Memory of all machines, without that of their pods. */
  readonly memoryMib: number;
  /** GiB of all disks by their StorageClass, in the order of its name. */
  readonly storageGiB: Readonly<Record<string, number>>;
  /** Addresses of load balancers that the cluster's own file names. */
  readonly addresses: number;
  /** Disks whose size or StorageClass is in no file. */
  readonly unknownDisks: readonly string[];
}

/** A cluster of which nobody can tell what it takes. */
export interface UnknownUse {
  readonly cluster: string;
  readonly problem: string;
}

/** Disks of one kind. */
interface Disks extends MachineDisk {
  readonly count: number;
}

/** Returns the GiB of disks by StorageClass; those that are not known are left out. */
function storageOf(disks: readonly Disks[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { className, count, sizeGiB } of disks) {
    if (className === undefined || sizeGiB === undefined || count === 0) continue;
    sums.set(className, (sums.get(className) ?? 0) + count * sizeGiB);
  }
  return Object.fromEntries([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

/**
 * Returns what the machines, volumes and addresses of a cluster take together. Machines that exist
 * only during a rollout are not counted.
 *
 * @param volumes - volumes of the cluster that belong to no machine.
 */
export function clusterUse(
  cluster: string,
  groups: readonly MachineGroup[],
  volumes: readonly MachineDisk[],
  addresses: number,
): ClusterUse {
  const disks = [
    ...groups.flatMap((group) =>
      (group.disks ?? []).map((disk) => ({
        ...disk,
        name: `${disk.name} of ${group.name}`,
        count: group.replicas,
      })),
    ),
    ...volumes.map((volume) => ({ ...volume, count: 1 })),
  ];
  return {
    cluster,
    machines: sum(groups, ({ replicas }) => replicas),
    cpus: sum(groups, ({ cpu, replicas }) => cpu * replicas),
    memoryMib: sum(
      groups,
      ({ memoryGiB, replicas }) => Math.round(memoryGiB * mibInGiB) * replicas,
    ),
    storageGiB: storageOf(disks),
    addresses,
    unknownDisks: disks
      .filter(
        ({ className, count, sizeGiB }) =>
          count > 0 && (className === undefined || sizeGiB === undefined),
      )
      .map(({ name }) => name),
  };
}
