// SPDX-License-Identifier: Apache-2.0
import { shownUrl, suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { RootDiskConfig } from '../config/index.ts';
import type { MachineGroup } from './all-machines.ts';
import type { GoldenImage } from './disk-storage.ts';
import { claimOf, goldenImageOf, isContainerDisk, rootDiskGiB } from './disk-storage.ts';

/** The golden images of a platform. */
export interface KnownImages {
  readonly goldenImages: readonly Pick<GoldenImage, 'name' | 'sizeGiB'>[];
}

/** A platform that a root disk is checked against. */
interface DiskContext {
  readonly platform: KnownImages;
}

/** Keys that are about a stored disk, and have no effect on an ephemeral one. */
const storedKeys = [
  'sizeGiB',
  'className',
  'accessModes',
  'volumeMode',
  'preallocation',
] as const satisfies readonly (keyof RootDiskConfig)[];

function kindOf(image: string): string {
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

/** Returns whether an image is a file on a web server. */
function isFile(image: string): boolean {
  return /^https?:\/\//.test(image);
}

/**
 * Refuses a file on a web server: only its checksum says which file it is, and a VM cannot have one.
 * KubeVirt keeps `dataVolumeTemplates` by the types of the CDI that it was built with, 1.63 and 1.64 in
 * all releases here, and checksums came with CDI 1.65.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/go.mod (containerized-data-importer-api)
 * @see https://github.com/kubevirt/containerized-data-importer-api/blob/v1.65.0/pkg/apis/core/v1beta1/types.go (DataVolumeSourceHTTP)
 */
function refuseFile({ title, machine }: MachineGroup): Problem[] {
  return [
    {
      path: ['image'],
      message:
        `${title} boots from the file ${shownUrl(machine.rootDisk.image)}, and KubeVirt passes no checksum of it to ` +
        'CDI, so nobody would notice another file; add it to the images of the platform, ' +
        'kubevirt-stack:images, with http.url and http.checksum, and write the name of that image here',
    },
  ];
}

/**
 * Refuses an import by tag and digest, which CDI's importer does not read. A container runtime does, so
 * an ephemeral disk may have both.
 *
 * @see https://github.com/containers/image/blob/v5.32.0/docker/docker_transport.go (newReference)
 */
function refuseTagAndDigest({ title, machine }: MachineGroup): Problem[] {
  const { image } = machine.rootDisk;
  if (!isContainerDisk(image) || !/:[^:/@]+@/.test(image)) return [];
  return [
    {
      path: ['image'],
      message: `${title} imports "${image}", which has a tag and a digest, and CDI imports no image by both; remove one of the two`,
    },
  ];
}

function checkStored({ title, machine }: MachineGroup, { platform }: DiskContext): Problem[] {
  const { image } = machine.rootDisk;
  const golden = goldenImageOf(machine.rootDisk, platform);
  const claim = claimOf(image);
  const isMade = claim !== undefined || isContainerDisk(image);
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
export function checkRootDisk(group: MachineGroup, context: DiskContext): Problem[] {
  const { rootDisk } = group.machine;
  const check = isFile(rootDisk.image)
    ? refuseFile
    : rootDisk.ephemeral
      ? checkEphemeral
      : checkStored;
  const problems = [
    ...check(group, context),
    ...(rootDisk.ephemeral ? [] : refuseTagAndDigest(group)),
  ];
  return problems.map(({ path, message }) => ({
    path: [...group.path, 'rootDisk', ...path],
    message,
  }));
}
