// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { availableParallelism, homedir } from 'node:os';
import { aboutMinutes, expectedSeconds, remainingSeconds } from './build-estimate.ts';
import { toolchainDir } from './cache-dir.ts';
import { checkDisks, diskNeeds } from './disk-space.ts';
import type { FreeSpace } from './disk-space.ts';
import { checkGo } from './go-environment.ts';
import type { MachineCheck } from './machine-check.ts';
import { survey } from './survey.ts';
import type { Tool } from './tool-types.ts';
import type { ToolName } from './tools.ts';
import { tools as table, toolsFor } from './tools.ts';

/** Result of {@link checkToolchain}: what a machine has and lacks for building tools. */
export interface ToolchainChecks {
  /** One check for Go and one for each disk that builds write to. */
  readonly checks: readonly MachineCheck[];
  /**
   * Tools that have to be built. Without Go these are all tools: Go's version is part of the
   * cache's keys.
   */
  readonly missing: readonly ToolName[];
  /**
   * Time that building them takes with empty caches on the idle machine, such as `about 31 min`.
   */
  readonly duration: string;
}

/** Options of {@link checkToolchain}. */
export interface CheckOptions {
  /** @default the tools of `npm start` */
  readonly tools?: readonly ToolName[];
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** @default reads the free space of the file systems */
  readonly freeSpace?: FreeSpace | undefined;
  /** @default the cores of the machine */
  readonly cores?: number;
}

/**
 * Returns the folders in which Go will keep downloaded and compiled files, for a machine without
 * Go.
 *
 * @see https://pkg.go.dev/cmd/go#hdr-Environment_variables
 */
function usualCaches(env: NodeJS.ProcessEnv) {
  const home = env.HOME ?? homedir();
  return {
    buildCache: env.GOCACHE ?? join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'go-build'),
    moduleCache: env.GOMODCACHE ?? join(env.GOPATH ?? join(home, 'go'), 'pkg', 'mod'),
  };
}

/** Finds everything that the machine lacks for building the missing tools. Builds nothing. */
export async function checkToolchain(options: CheckOptions = {}): Promise<ToolchainChecks> {
  const { cores = availableParallelism(), env = process.env, freeSpace } = options;
  const { tools = toolsFor('start') } = options;
  const { check, go } = await checkGo(env);
  const missing =
    go === undefined ? tools : (await survey(tools, env)).missing.map(({ source }) => source.name);
  const { buildCache, moduleCache } = go ?? usualCaches(env);
  const toBuild = missing.map((name): Tool => table[name]);
  const needs = diskNeeds(
    toBuild.map(({ footprint }) => footprint),
    { modules: moduleCache, objects: buildCache, binaries: toolchainDir(env) },
  );
  const disks = missing.length === 0 ? [] : await checkDisks(needs, freeSpace);
  const expected = toBuild.map((tool) => expectedSeconds(tool, cores));
  return {
    checks: [check, ...disks],
    missing,
    duration: aboutMinutes(remainingSeconds({ expected, taken: [], current: 0 })),
  };
}
