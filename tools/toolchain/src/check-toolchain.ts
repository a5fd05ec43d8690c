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

/** What a machine has and lacks for building tools. */
export interface ToolchainChecks {
  /** Go, and each disk that is written to. */
  readonly checks: readonly MachineCheck[];
  /** The tools that have to be built; all of them where no Go says which are there. */
  readonly missing: readonly ToolName[];
  /** What building them takes with empty caches on the idle machine, such as `about 31 min`. */
  readonly duration: string;
}

/** What is looked for, and where. */
export interface CheckOptions {
  /** @default the tools of `npm start` */
  readonly tools?: readonly ToolName[];
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** @default what the file systems say */
  readonly freeSpace?: FreeSpace | undefined;
  /** @default those of the machine */
  readonly cores?: number;
}

/**
 * Where Go will keep what it downloads and compiles, for a machine that has none yet.
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

/** Finds all that a machine lacks for building the tools that are missing. Builds nothing. */
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
