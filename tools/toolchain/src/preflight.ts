// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { homedir } from 'node:os';
import { toolchainDir } from './cache-dir.ts';
import { checkDiskSpace, diskNeeds } from './disk-space.ts';
import { checkGoVersion, readGoEnvironment } from './go-environment.ts';
import type { Footprint } from './tool-types.ts';
import { survey } from './survey.ts';
import { ToolchainError } from './toolchain-error.ts';
import { tools } from './tools.ts';
import type { ToolName } from './tools.ts';

/**
 * The version of the machine's Go, such as `go1.26.8`.
 *
 * @throws ToolchainError when Go is missing, does not answer or is too old.
 */
export async function requireGo(env: NodeJS.ProcessEnv): Promise<string> {
  const go = await readGoEnvironment(env);
  checkGoVersion(go);
  return go.version;
}

/** Tools that are still to be built. */
export interface ToBuild {
  readonly names: readonly ToolName[];
  /** What building them writes, with empty caches. */
  readonly mebibytes: number;
}

/** Where Go writes when nobody has told it otherwise; only Go itself knows what it was told. */
function usualFolders(env: NodeJS.ProcessEnv) {
  const home = env.HOME ?? homedir();
  return {
    modules: env.GOMODCACHE ?? join(env.GOPATH ?? join(home, 'go'), 'pkg/mod'),
    objects: env.GOCACHE ?? join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'go-build'),
  };
}

async function lookAround(names: readonly ToolName[], env: NodeJS.ProcessEnv) {
  try {
    const { go, missing } = await survey(names, env);
    const folders =
      go === undefined ? usualFolders(env) : { modules: go.moduleCache, objects: go.buildCache };
    return { missing: missing.map(({ source }) => source.name), folders };
  } catch (error) {
    if (!(error instanceof ToolchainError)) throw error;
    // Without Go nobody knows what the cache holds: say, nothing.
    return { missing: [...names], folders: usualFolders(env) };
  }
}

/**
 * Which tools are still to be built, once the disks have room for that.
 *
 * @param free - free mebibytes where a folder is. @default what its file system says
 * @throws ToolchainError naming the first file system that is too full.
 */
export async function requireSpace(
  names: readonly ToolName[],
  env: NodeJS.ProcessEnv,
  free?: (path: string) => Promise<number>,
): Promise<ToBuild> {
  const { folders, missing } = await lookAround(names, env);
  const footprints: Footprint[] = missing.map((name) => tools[name].footprint);
  const needs = diskNeeds(footprints, { ...folders, binaries: toolchainDir(env) });
  await checkDiskSpace(needs, free);
  return { names: missing, mebibytes: needs.reduce((sum, need) => sum + need.mebibytes, 0) };
}
