// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem, RootDiskConfig } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import type { MachineGroup } from './all-machines.ts';
import { goldenImageOf, isContainerDisk, rootDiskGiB } from './disk-storage.ts';

/** What is about a stored disk, and so not about one that is none. */
const storedKeys = [
  'sizeGiB',
  'className',
  'accessModes',
  'volumeMode',
  'preallocation',
] as const satisfies readonly (keyof RootDiskConfig)[];

/** An ephemeral disk is the image itself, with a layer that is lost. */
function checkEphemeral({ title, machine }: MachineGroup): Problem[] {
  const { rootDisk } = machine;
  const golden = isContainerDisk(rootDisk.image)
    ? []
    : [
        {
          path: ['ephemeral'],
          message:
            `${title} boots from the golden image "${rootDisk.image}", which is copied; only a ` +
            'container disk, like "docker://registry.example/disks/ubuntu:24.04", can be ephemeral',
        },
      ];
  const pointless = storedKeys
    .filter((key) => rootDisk[key] !== undefined)
    .map((key) => ({
      path: [key],
      message: `the root disk of ${title} is ephemeral and not stored anywhere; remove ${key}, or ephemeral`,
    }));
  return [...golden, ...pointless];
}

function checkStored({ title, machine }: MachineGroup, { platform }: CheckContext): Problem[] {
  const { image } = machine.rootDisk;
  const golden = goldenImageOf(machine.rootDisk, platform);
  if (golden === undefined && !isContainerDisk(image)) {
    const known = platform.goldenImages.map(({ name }) => name);
    return [
      {
        path: ['image'],
        message: `${title} asks for the golden image "${image}", which the platform does not have; ${suggestion(image, known)}`,
      },
    ];
  }
  const size = rootDiskGiB(machine.rootDisk, platform);
  if (size === undefined) {
    return [
      {
        path: ['sizeGiB'],
        message: `missing; ${title} imports "${image}", whose size nobody knows before`,
      },
    ];
  }
  if (golden === undefined || size >= golden.sizeGiB) return [];
  return [
    {
      path: ['sizeGiB'],
      message: `${size} GiB are too small for a copy of "${image}"; it needs at least ${golden.sizeGiB}`,
    },
  ];
}

/** The disk a machine boots from. */
export function checkRootDisk(group: MachineGroup, context: CheckContext): Problem[] {
  const problems = group.machine.rootDisk.ephemeral
    ? checkEphemeral(group)
    : checkStored(group, context);
  return problems.map(({ path, message }) => ({
    path: [...group.path, 'rootDisk', ...path],
    message,
  }));
}
