// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { knowsChecksums } from '@strata/contracts/checksums';
import type { CheckContext } from '../checks/check-context.ts';
import type { RootDiskConfig } from '../config/index.ts';
import type { MachineGroup } from './all-machines.ts';
import {
  claimOf,
  goldenImageOf,
  isContainerDisk,
  isFileImage,
  rootDiskGiB,
} from './disk-storage.ts';

/** Keys that are about a stored disk, and have no effect on an ephemeral one. */
const storedKeys = [
  'sizeGiB',
  'className',
  'accessModes',
  'volumeMode',
  'preallocation',
  'checksum',
] as const satisfies readonly (keyof RootDiskConfig)[];

function kindOf(image: string): string {
  if (isFileImage(image)) return 'file';
  return claimOf(image) === undefined ? 'golden image' : 'claim';
}

/** Returns the problems of an ephemeral disk: it is the image itself, with a layer that is lost. */
function checkEphemeral({ title, machine }: MachineGroup): Problem[] {
  const { rootDisk } = machine;
  const golden = isContainerDisk(rootDisk.image)
    ? []
    : [
        {
          path: ['ephemeral'],
          message:
            `${title} boots from the ${kindOf(rootDisk.image)} "${rootDisk.image}", which is copied; only a ` +
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

/** Returns the problems of a file on a web server: only its checksum says which file it is. */
function checkFile({ title, machine }: MachineGroup, { platform }: CheckContext): Problem[] {
  const { checksum, image } = machine.rootDisk;
  if (!isFileImage(image)) {
    return checksum === undefined
      ? []
      : [
          {
            path: ['checksum'],
            message: `only a file on a web server has a checksum, and "${image}" is no such file; remove it`,
          },
        ];
  }
  const { cdi } = platform.versions;
  return [
    ...(checksum === undefined
      ? [
          {
            path: ['checksum'],
            message: `missing; without it nobody knows what ${image} is; add "sha256:" and the digits of sha256sum`,
          },
        ]
      : []),
    ...(cdi !== undefined && !knowsChecksums(cdi)
      ? [
          {
            path: ['image'],
            message:
              `${title} boots from a file, and CDI ${cdi} of the platform does not compare checksums; ` +
              'use a golden image or a container disk',
          },
        ]
      : []),
  ];
}

function checkStored({ title, machine }: MachineGroup, { platform }: CheckContext): Problem[] {
  const { image } = machine.rootDisk;
  const golden = goldenImageOf(machine.rootDisk, platform);
  const claim = claimOf(image);
  const isMade = claim !== undefined || isContainerDisk(image) || isFileImage(image);
  if (golden === undefined && !isMade) {
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
        message: `missing; ${title} ${claim === undefined ? 'imports' : 'copies'} "${image}", whose size is not known before; set it`,
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

/** Returns the problems of the disk that a VM boots from. */
export function checkRootDisk(group: MachineGroup, context: CheckContext): Problem[] {
  const problems = group.machine.rootDisk.ephemeral
    ? checkEphemeral(group)
    : [...checkFile(group, context), ...checkStored(group, context)];
  return problems.map(({ path, message }) => ({
    path: [...group.path, 'rootDisk', ...path],
    message,
  }));
}
