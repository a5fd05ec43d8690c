// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import { parseQuantity } from '@strata/contracts/quantity';
import type { FoundItem, FoundSpec } from './found-item.ts';

/** The parts of an existing VM that its cluster's quota counts. */
export interface FoundMachine {
  /** `cp`, or the name of its pool. */
  readonly group: string;
  readonly instancetype: string | undefined;
  /** CPUs and memory of a VM without an instancetype. */
  readonly cpu: number | undefined;
  readonly memoryGiB: number | undefined;
  /** Sizes of the volumes that are deleted with the VM. */
  readonly volumesGiB: readonly number[];
  readonly hasContainerDisk: boolean;
  /** Networks outside of the pod network, as the platform's `attachTo` names them. */
  readonly networks: readonly string[];
}

/** Returns the size of each existing VM that Strata made. */
export function foundMachines(machines: readonly FoundItem[]): FoundMachine[] {
  return machines.flatMap(({ metadata, spec }) => {
    const group = metadata.labels?.[labelKeys.pool];
    return group === undefined || spec === undefined ? [] : [foundMachine(group, spec)];
  });
}

function foundMachine(
  group: string,
  { dataVolumeTemplates = [], instancetype, template }: FoundSpec,
): FoundMachine {
  const { domain, networks = [], volumes = [] } = template?.spec ?? {};
  const { cores = 1, sockets = 1, threads = 1 } = domain?.cpu ?? {};
  return {
    group,
    instancetype: instancetype?.name,
    cpu: domain?.cpu && sockets * cores * threads,
    memoryGiB: gibOf(domain?.memory?.guest),
    volumesGiB: dataVolumeTemplates.map(
      ({ spec }) => gibOf(spec?.storage?.resources?.requests?.storage) ?? 0,
    ),
    hasContainerDisk: volumes.some(({ containerDisk }) => containerDisk !== undefined),
    networks: networks.flatMap(({ multus }) => multus?.networkName ?? []),
  };
}

/** Returns a quantity of bytes in GiB, which may be a fraction. */
function gibOf(quantity: unknown): number | undefined {
  const bytes = parseQuantity(quantity);
  return bytes === undefined ? undefined : bytes / 2 ** 30;
}
