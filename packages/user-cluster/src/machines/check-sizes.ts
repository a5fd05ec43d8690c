// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import type { MachineGroup } from './all-machines.ts';
import { machineSize } from './disk-storage.ts';
import { asOfInfra, hostsFor } from './machine-hosts.ts';

/** Reports a size that is missing, incomplete, or given in two ways. */
function sizeIsSaidOnce({ path, title, machine }: MachineGroup): Problem[] {
  const { instancetype, cpu, memoryGiB, memoryMiB } = machine;
  const keys = ['cpu', 'memoryGiB', 'memoryMiB'] as const;
  const custom = keys.filter((key) => machine[key] !== undefined);
  if (instancetype !== undefined) {
    return custom.map((key) => ({
      path: [...path, key],
      message: `${title} has the instancetype "${instancetype}", which sets this already; remove one of them`,
    }));
  }
  if (custom.length === 0) {
    return [
      {
        path: [...path, 'instancetype'],
        message: `${title} has no size; set instancetype, or cpu and memoryGiB`,
      },
    ];
  }
  const isMemorySaid = memoryGiB !== undefined || memoryMiB !== undefined;
  const twice = memoryGiB !== undefined && memoryMiB !== undefined;
  return [
    ...(cpu !== undefined && isMemorySaid
      ? []
      : [
          {
            path: [...path, cpu === undefined ? 'cpu' : 'memoryGiB'],
            message: `missing; ${title} has ${custom.join()} and no instancetype`,
          },
        ]),
    ...(twice
      ? [
          {
            path: [...path, 'memoryMiB'],
            message: `${title} has memoryGiB, which sets this already; remove one of them`,
          },
        ]
      : []),
  ];
}

function unknownNames({ path, title, machine }: MachineGroup, context: CheckContext): Problem[] {
  const { instancetypes, preferences } = context.platform;
  const asked = [
    { key: 'instancetype', offered: instancetypes.map(({ name }) => name) },
    { key: 'preference', offered: preferences },
  ] as const;
  return asked.flatMap(({ key, offered }) => {
    const name = machine[key];
    if (name === undefined || offered.includes(name)) return [];
    return [
      {
        path: [...path, key],
        message: `${title} asks for the ${key} "${name}", which the platform does not offer; ${suggestion(name, offered)}`,
      },
    ];
  });
}

const sizeKey = ({ instancetype, memoryMiB }: MachineGroup['machine']) => {
  if (instancetype !== undefined) return 'instancetype';
  return memoryMiB === undefined ? 'memoryGiB' : 'memoryMiB';
};

/**
 * Reports VMs that fit on no host whose taints they tolerate. The host itself needs memory, too: a VM
 * with all of it never starts.
 */
function tooLarge({ path, title, machine }: MachineGroup, context: CheckContext): Problem[] {
  const size = machineSize(machine, context.platform);
  const hosts = hostsFor(machine, context);
  if (size === undefined || hosts.length === 0) return [];
  const { cpu, memoryGiB } = size;
  const isFull = (all: typeof context.infra.hosts) =>
    !all.some((host) => host.cpu >= cpu && host.memoryGiB > memoryGiB);
  if (!isFull(hosts)) return [];
  const largest = hosts.reduce((one, other) => (other.memoryGiB > one.memoryGiB ? other : one));
  return [
    {
      path: [...path, sizeKey(machine)],
      message:
        `no host has room for ${title} with ${cpu} CPUs and ${memoryGiB} GiB of memory; the largest that takes it, ` +
        `"${largest.name}", has ${largest.cpu} CPUs and ${largest.memoryGiB} GiB, part of which the host itself needs` +
        asOfInfra(machine, context, isFull),
    },
  ];
}

/** Returns the problems of the size of one group of VMs. */
export function checkSize(group: MachineGroup, context: CheckContext): Problem[] {
  return [...sizeIsSaidOnce(group), ...unknownNames(group, context), ...tooLarge(group, context)];
}
