// SPDX-License-Identifier: Apache-2.0
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, ToolchainError } from './toolchain-error.ts';
import type { Footprint } from './tool-types.ts';

const mebibyte = 1024 * 1024;

/** A folder that will grow. */
export interface DiskNeed {
  /** Need not exist yet. */
  readonly folder: string;
  /** The variable that moves it elsewhere. */
  readonly variable: string;
  readonly mebibytes: number;
}

/** What building some tools with empty caches writes, and where. */
export function diskNeeds(
  footprints: readonly Footprint[],
  folders: { readonly modules: string; readonly objects: string; readonly binaries: string },
): DiskNeed[] {
  const total = (part: keyof Footprint) =>
    footprints.reduce((sum, footprint) => sum + footprint[part], 0);
  const largest = Math.max(0, ...footprints.map(({ binaries }) => binaries));
  return [
    { folder: folders.modules, variable: 'GOMODCACHE', mebibytes: total('modules') },
    { folder: folders.objects, variable: 'GOCACHE', mebibytes: total('objects') },
    // Tools are linked one after the other, each through a temporary copy.
    {
      folder: folders.binaries,
      variable: 'STRATA_CACHE_DIR',
      mebibytes: total('binaries') + largest,
    },
  ];
}

/** The folder, or the nearest one above it that exists, with the number of its file system. */
async function nearest(folder: string): Promise<{ path: string; device: number }> {
  try {
    return { path: folder, device: (await stat(folder)).dev };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || folder === dirname(folder)) throw error;
    return nearest(dirname(folder));
  }
}

const gigabytes = (mebibytes: number) => `${(mebibytes / 1024).toFixed(1)} GB`;

/** Free mebibytes for an ordinary user. */
async function freeSpace(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return (bavail * bsize) / mebibyte;
}

/**
 * Refuses to start what cannot end: needs on one file system are added up and compared with its
 * free space.
 *
 * @throws ToolchainError naming the first file system that is too full.
 */
export async function checkDiskSpace(
  needs: readonly DiskNeed[],
  free: (path: string) => Promise<number> = freeSpace,
): Promise<void> {
  const disks = new Map<number, { path: string; needs: DiskNeed[] }>();
  for (const need of needs) {
    const { path, device } = await nearest(need.folder);
    const disk = disks.get(device) ?? { path, needs: [] };
    disk.needs.push(need);
    disks.set(device, disk);
  }
  for (const disk of disks.values()) {
    const wanted = disk.needs.reduce((sum, { mebibytes }) => sum + mebibytes, 0);
    const available = await free(disk.path);
    if (available >= wanted) continue;
    const folders = disk.needs.map(({ folder, variable }) => `${variable} ${folder}`).join(', ');
    throw new ToolchainError(
      `Not enough disk space: ${gigabytes(available)} free where about ${gigabytes(wanted)} will ` +
        `be written (${folders}); free some, or set one of these variables to a larger disk.`,
    );
  }
}
