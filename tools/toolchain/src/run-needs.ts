// SPDX-License-Identifier: Apache-2.0
import type { BuildCost } from './build-costs.ts';
import { toolchainDir } from './cache-dir.ts';
import type { DiskNeed } from './disk-space.ts';
import { diskNeeds } from './disk-space.ts';
import type { PlannedDownload } from './planned-download.ts';
import { tools } from './tools.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Returns the MiB that come through the network. */
export function downloadSize(downloads: readonly PlannedDownload[]): number {
  return sum(downloads.map(({ release }) => release.mebibytes));
}

/**
 * Returns the MiB that downloads write into the cache: the programs of all, and the largest archive,
 * which goes when its programs are unpacked.
 */
function downloadSpace(downloads: readonly PlannedDownload[]): number {
  const programs = downloads.map(({ name }) => tools[name].footprint.binaries);
  return sum(programs) + Math.max(0, ...downloads.map(({ release }) => release.mebibytes));
}

/** Builds and downloads of a run. */
export interface Run {
  readonly costs: readonly BuildCost[];
  readonly downloads: readonly PlannedDownload[];
  /** Go's caches; needed where something is built. */
  readonly caches: { readonly moduleCache: string; readonly buildCache: string } | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** Returns how much a run writes into each folder. Without builds that is the cache alone. */
export function needsOf({ caches, costs, downloads, env }: Run): DiskNeed[] {
  const binaries = toolchainDir(env);
  const space = downloadSpace(downloads);
  if (costs.length === 0 || caches === undefined) {
    return [{ folder: binaries, variable: 'STRATA_CACHE_DIR', mebibytes: space }];
  }
  const folders = { modules: caches.moduleCache, objects: caches.buildCache, binaries };
  const footprints = costs.map(({ footprint }) => footprint);
  return diskNeeds(footprints, folders, space);
}
