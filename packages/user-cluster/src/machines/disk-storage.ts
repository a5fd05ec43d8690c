// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { MachineConfig, RootDiskConfig } from '../config/index.ts';

type Platform = Pick<KubevirtStackOutputs, 'goldenImages' | 'instancetypes'>;

/** Returns whether a root disk is made from an image in a registry. */
export function isContainerDisk(image: string): boolean {
  return image.startsWith('docker://');
}

const claimPrefix = 'pvc://';

/**
 * Returns the claim in the cluster's namespace that a root disk is a copy of; undefined if it is a copy
 * of none.
 */
export function claimOf(image: string): string | undefined {
  return image.startsWith(claimPrefix) ? image.slice(claimPrefix.length) : undefined;
}

/** A golden image of the platform. */
export type GoldenImage = Platform['goldenImages'][number];

/**
 * Returns the golden image that a root disk is a copy of; undefined if the platform has no such image.
 */
export function goldenImageOf<T extends Pick<GoldenImage, 'name'> = GoldenImage>(
  { image }: Pick<RootDiskConfig, 'image'>,
  { goldenImages }: { readonly goldenImages: readonly T[] },
): T | undefined {
  return goldenImages.find(({ name }) => name === image);
}

/**
 * Returns the size of a root disk in GiB; undefined for an ephemeral disk, and where neither the
 * configuration nor the golden image has a size.
 */
export function rootDiskGiB(
  rootDisk: Pick<RootDiskConfig, 'image' | 'sizeGiB' | 'ephemeral'>,
  platform: { readonly goldenImages: readonly Pick<GoldenImage, 'name' | 'sizeGiB'>[] },
): number | undefined {
  if (rootDisk.ephemeral) return undefined;
  return rootDisk.sizeGiB ?? goldenImageOf(rootDisk, platform)?.sizeGiB;
}

/** CPUs and memory of a VM. */
export interface MachineSize {
  readonly cpu: number;
  readonly memoryGiB: number;
}

/** Keys of a VM's configuration that set its size. */
export type SaidSize = Pick<MachineConfig, 'instancetype' | 'cpu' | 'memoryGiB' | 'memoryMiB'>;

/** Returns the memory of a VM without an instancetype, in GiB, which may be a fraction. */
export function saidMemoryGiB({
  memoryGiB,
  memoryMiB,
}: Pick<SaidSize, 'memoryGiB' | 'memoryMiB'>): number | undefined {
  return memoryMiB === undefined ? memoryGiB : memoryMiB / 1024;
}

/** Returns the size of a VM; undefined where its configuration is wrong. */
export function machineSize(
  { instancetype, cpu, ...memory }: SaidSize,
  { instancetypes }: Pick<Platform, 'instancetypes'>,
): MachineSize | undefined {
  if (instancetype !== undefined) return instancetypes.find(({ name }) => name === instancetype);
  const memoryGiB = saidMemoryGiB(memory);
  return cpu === undefined || memoryGiB === undefined ? undefined : { cpu, memoryGiB };
}
