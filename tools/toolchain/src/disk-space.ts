// SPDX-License-Identifier: Apache-2.0
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MachineCheck } from './machine-check.ts';
import { codeOf, ToolchainError } from './toolchain-error.ts';
import type { Footprint } from './tool-types.ts';

const mebibyte = 1024 * 1024;

/** A folder that will grow. */
export interface DiskNeed {
  /** Path; the folder need not exist yet. */
  readonly folder: string;
  /** Environment variable that moves the folder elsewhere. */
  readonly variable: string;
  readonly mebibytes: number;
}

/**
 * Returns how much building the tools with empty caches writes into each folder.
 *
 * @param downloads - MiB that downloads write beside the binaries.
 */
export function diskNeeds(
  footprints: readonly Footprint[],
  folders: { readonly modules: string; readonly objects: string; readonly binaries: string },
  downloads = 0,
): DiskNeed[] {
  const total = (part: keyof Footprint) =>
    footprints.reduce((sum, footprint) => sum + footprint[part], 0);
  const largest = Math.max(0, ...footprints.map(({ binaries }) => binaries));
  return [
    { folder: folders.modules, variable: 'GOMODCACHE', mebibytes: total('modules') },
    { folder: folders.objects, variable: 'GOCACHE', mebibytes: total('objects') },
    // Tools are linked one after the other, and each needs room for a temporary copy.
    {
      folder: folders.binaries,
      variable: 'STRATA_CACHE_DIR',
      mebibytes: total('binaries') + largest + downloads,
    },
  ];
}

/**
 * Returns the folder, or its nearest existing parent, with the device number of its file system.
 */
async function nearest(folder: string): Promise<{ path: string; device: number }> {
  try {
    return { path: folder, device: (await stat(folder)).dev };
  } catch (error) {
    const isThere = codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR';
    if (isThere || folder === dirname(folder)) throw error;
    return nearest(dirname(folder));
  }
}

/** Formats mebibytes as gigabytes, such as `26.1 GB`. */
export const gigabytes = (mebibytes: number) => `${(mebibytes / 1024).toFixed(1)} GB`;

/** Returns the free mebibytes that an ordinary user may fill. */
async function freeSpace(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return (bavail * bsize) / mebibyte;
}

/** Function that returns the free mebibytes of the file system that holds a folder. */
export type FreeSpace = (path: string) => Promise<number>;

/** File system, and what will be written to it. */
interface Disk {
  readonly path: string;
  readonly needs: readonly DiskNeed[];
}

async function disksOf(needs: readonly DiskNeed[]): Promise<Disk[]> {
  const disks = new Map<number, { path: string; needs: DiskNeed[] }>();
  for (const need of needs) {
    const { path, device } = await nearest(need.folder);
    const disk = disks.get(device) ?? { path, needs: [] };
    disk.needs.push(need);
    disks.set(device, disk);
  }
  return [...disks.values()];
}

const total = (needs: readonly DiskNeed[]) =>
  needs.reduce((sum, { mebibytes }) => sum + mebibytes, 0);

/** Compares the needs on one file system with its free space. */
async function compare({ needs, path }: Disk, free: FreeSpace) {
  const wanted = total(needs);
  const available = await free(path);
  const folders = needs.map(({ folder, variable }) => `${variable} ${folder}`).join(', ');
  return {
    isEnough: available >= wanted,
    text: `${gigabytes(available)} free where about ${gigabytes(wanted)} will be written (${folders})`,
  };
}

const remedy = 'free some, or set one of these variables to a larger disk';

/**
 * Adds up the needs on each file system and compares them with its free space, so that no build
 * starts that cannot finish.
 *
 * @throws ToolchainError naming the first file system that is too full.
 */
export async function checkDiskSpace(
  needs: readonly DiskNeed[],
  free: FreeSpace = freeSpace,
): Promise<void> {
  for (const disk of await disksOf(needs)) {
    const { isEnough, text } = await compare(disk, free);
    if (!isEnough) throw new ToolchainError(`Not enough disk space: ${text}; ${remedy}.`);
  }
}

/** Returns one check for every file system, with the fix where one is too full. */
export async function checkDisks(
  needs: readonly DiskNeed[],
  free: FreeSpace = freeSpace,
): Promise<MachineCheck[]> {
  const disks = await disksOf(needs);
  return Promise.all(
    disks.map(async (disk) => {
      const { isEnough, text } = await compare(disk, free);
      return { what: 'disk', found: text, ...(!isEnough && { fix: remedy }) };
    }),
  );
}

/**
 * Starts to measure how much is written from now on, by the loss of free space of the file systems.
 * Data that other programs write there in the meantime is counted, too.
 *
 * @returns a function that returns the mebibytes written so far; never less than 0.
 */
export async function measureDiskUse(
  needs: readonly DiskNeed[],
  free: FreeSpace = freeSpace,
): Promise<() => Promise<number>> {
  const disks = await disksOf(needs);
  const left = async () => {
    const each = await Promise.all(disks.map(({ path }) => free(path)));
    return each.reduce((sum, one) => sum + one, 0);
  };
  const before = await left();
  return async () => Math.max(0, before - (await left()));
}
