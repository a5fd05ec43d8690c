// SPDX-License-Identifier: Apache-2.0
import type { Capacity, GroupCount, PlacementCase } from './capacity.ts';
import type { CapacityLimits } from './capacity-limits.ts';

const rounded = (value: number) => String(Math.round(value * 10) / 10);

/** Returns a list such as `2 of shop/md-a, 1 of shop/cp`. */
function list(groups: readonly GroupCount[]): string {
  return groups
    .map(({ cluster, machines, name }) => `${machines} of ${cluster}/${name}`)
    .join(', ');
}

/** Returns a few lines for people. */
export function describeCapacity(capacity: Capacity): string[] {
  const { afterLoss, largest, tainted, whileMoving, whileRolling, withoutHandler } = capacity;
  const answer = (unplaced: readonly GroupCount[]) =>
    unplaced.length === 0 ? 'all fit' : `no room for ${list(unplaced)}`;
  return [
    `${capacity.machines} machines on ${capacity.hosts} hosts: ${capacity.virtualCpus} virtual CPUs on ${rounded(capacity.hostCpus)} (${rounded(capacity.cpuOvercommit)} for 1), ${capacity.memoryGiB} of ${capacity.hostMemoryGiB} GiB (${rounded(capacity.freeMemoryPercent)} % free).`,
    ...(tainted.length === 0
      ? []
      : [`  left out, for no machine tolerates their taints: ${tainted.join(', ')}`]),
    ...(withoutHandler.length === 0
      ? []
      : [
          `  left out, for KubeVirt runs no machines there (kubevirt.workloads of the platform): ${withoutHandler.join(', ')}`,
        ]),
    `  now: ${answer(capacity.unplaced)}`,
    ...(afterLoss.lost.length === 0
      ? []
      : [`  without ${afterLoss.lost.join(', ')}: ${answer(afterLoss.unplaced)}`]),
    `  while ${whileMoving.machines} move: ${answer(whileMoving.unplaced)}`,
    `  while pools roll: ${answer(whileRolling.unplaced)}`,
    largest === undefined
      ? '  one more machine: no room'
      : `  one more machine: at most ${largest.cpu} CPUs and ${largest.memoryGiB} GiB, on ${largest.host}`,
  ];
}

/** Returns a message with the fix for every limit that is exceeded. */
export function capacityProblems(capacity: Capacity, limits: CapacityLimits): string[] {
  const { afterLoss, cpuOvercommit, freeMemoryPercent, unplaced, whileMoving, whileRolling } =
    capacity;
  const fix = 'add hosts, or take fewer or smaller machines';
  const fixOf = (name: PlacementCase) =>
    capacity.shortOfPods.includes(name)
      ? 'kubelets take no more pods: raise maxPods of hosts, add hosts, or take fewer machines'
      : fix;
  return [
    ...(unplaced.length === 0 ? [] : [`no host has room for ${list(unplaced)}; ${fixOf('now')}`]),
    ...(unplaced.length > 0 || afterLoss.unplaced.length === 0
      ? []
      : [
          `hostLoss: without ${afterLoss.lost.join(', ')} no host has room for ${list(afterLoss.unplaced)}; ${fixOf('afterLoss')}`,
        ]),
    ...(unplaced.length > 0 || whileMoving.unplaced.length === 0
      ? []
      : [
          `while ${whileMoving.machines} machines move, no host has room for ${list(whileMoving.unplaced)}; ${fixOf('whileMoving')}, or lower kubevirt.migrations.parallelMigrationsPerCluster`,
        ]),
    ...(unplaced.length > 0 || whileRolling.stuck.length === 0
      ? []
      : [
          `while pools roll, no host has room for ${list(whileRolling.stuck)}, and none of its machines may be away; ${fixOf('whileRolling')}, or let maxUnavailable be 1`,
        ]),
    ...(limits.cpuOvercommit === undefined || cpuOvercommit <= limits.cpuOvercommit
      ? []
      : [
          `cpuOvercommit: ${rounded(cpuOvercommit)} virtual CPUs for each of the hosts are more than ${limits.cpuOvercommit}; ${fix}`,
        ]),
    ...(freeMemoryPercent >= limits.freeMemoryPercent
      ? []
      : [
          `freeMemoryPercent: ${rounded(freeMemoryPercent)} % of the memory are free, less than ${limits.freeMemoryPercent} %; ${fix}`,
        ]),
  ];
}
