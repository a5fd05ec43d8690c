// SPDX-License-Identifier: Apache-2.0
import type {
  KubevirtStackOutputs,
  MachineConfig,
  RootDiskConfig,
  Storage,
} from '@strata/contracts';

type Platform = Pick<KubevirtStackOutputs, 'storage' | 'goldenImages' | 'instancetypes'>;

/** What CDI is told about where a disk is; what is left out, it looks up. */
export interface DiskStorage {
  readonly className: string;
  readonly accessModes?: Storage['accessModes'];
  readonly volumeMode?: Storage['volumeMode'];
}

interface Stored {
  readonly className?: string | undefined;
  readonly accessModes?: Storage['accessModes'] | undefined;
  readonly volumeMode?: Storage['volumeMode'] | undefined;
}

/**
 * Where a disk is stored. The platform's access modes and volume mode hold for the platform's own
 * StorageClass; another class may not have them, so CDI takes what its StorageProfile says.
 */
export function diskStorage(disk: Stored, { storage }: Pick<Platform, 'storage'>): DiskStorage {
  const className = disk.className ?? storage.className;
  const defaults = className === storage.className ? storage : undefined;
  const accessModes = disk.accessModes ?? defaults?.accessModes;
  const volumeMode = disk.volumeMode ?? defaults?.volumeMode;
  return {
    className,
    ...(accessModes && { accessModes }),
    ...(volumeMode && { volumeMode }),
  };
}

/** Whether a root disk is made from a registry, not from a golden image. */
export function isContainerDisk(image: string): boolean {
  return image.startsWith('docker://');
}

/** Whether a root disk is made from a file on a web server. */
export function isFileImage(image: string): boolean {
  return /^https?:\/\//.test(image);
}

const claimPrefix = 'pvc://';

/** The claim in the cluster's namespace that a root disk is a copy of, if it is one. */
export function claimOf(image: string): string | undefined {
  return image.startsWith(claimPrefix) ? image.slice(claimPrefix.length) : undefined;
}

/** A golden image of the platform. */
export type GoldenImage = Platform['goldenImages'][number];

/** The golden image that a root disk is a copy of, if it is one and the platform has it. */
export function goldenImageOf(
  { image }: Pick<RootDiskConfig, 'image'>,
  { goldenImages }: Pick<Platform, 'goldenImages'>,
): GoldenImage | undefined {
  return goldenImages.find(({ name }) => name === image);
}

/** Size of a root disk, in GiB; undefined for an ephemeral one, and where nobody says it. */
export function rootDiskGiB(
  rootDisk: Pick<RootDiskConfig, 'image' | 'sizeGiB' | 'ephemeral'>,
  platform: Pick<Platform, 'goldenImages'>,
): number | undefined {
  if (rootDisk.ephemeral) return undefined;
  return rootDisk.sizeGiB ?? goldenImageOf(rootDisk, platform)?.sizeGiB;
}

/** CPUs and memory of a machine. */
export interface MachineSize {
  readonly cpu: number;
  readonly memoryGiB: number;
}

/** What a machine says of its size. */
export type SaidSize = Pick<MachineConfig, 'instancetype' | 'cpu' | 'memoryGiB' | 'memoryMiB'>;

/** Memory of a machine without an instancetype, in GiB, which may be a fraction. */
export function saidMemoryGiB({
  memoryGiB,
  memoryMiB,
}: Pick<SaidSize, 'memoryGiB' | 'memoryMiB'>): number | undefined {
  return memoryMiB === undefined ? memoryGiB : memoryMiB / 1024;
}

/** The size of a machine; undefined where its configuration is wrong. */
export function machineSize(
  { instancetype, cpu, ...memory }: SaidSize,
  { instancetypes }: Pick<Platform, 'instancetypes'>,
): MachineSize | undefined {
  if (instancetype !== undefined) return instancetypes.find(({ name }) => name === instancetype);
  const memoryGiB = saidMemoryGiB(memory);
  return cpu === undefined || memoryGiB === undefined ? undefined : { cpu, memoryGiB };
}
