// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { availableParallelism, homedir } from 'node:os';
import { buildCost } from './build-costs.ts';
import { aboutMinutes, expectedSeconds, remainingSeconds } from './build-estimate.ts';
import { toolchainDir } from './cache-dir.ts';
import { checkCache } from './check-cache.ts';
import { checkDisks, gigabytes } from './disk-space.ts';
import type { FreeSpace } from './disk-space.ts';
import { checkGo } from './go-environment.ts';
import type { MachineCheck } from './machine-check.ts';
import { namesOf, plannedDownload } from './planned-download.ts';
import type { PlannedDownload } from './planned-download.ts';
import type { ReleaseTable } from './release-types.ts';
import { releases as releaseTable } from './releases.ts';
import { downloadSize, needsOf } from './run-needs.ts';
import { survey } from './survey.ts';
import type { Survey } from './survey.ts';
import { ToolchainError } from './toolchain-error.ts';
import type { ToolName } from './tools.ts';
import { toolsFor } from './tools.ts';
import { toolsMode } from './tools-mode.ts';

/** Result of {@link checkToolchain}: what a machine has and lacks for making tools. */
export interface ToolchainChecks {
  /**
   * One check for Go, one for downloads if there are any, one for each disk that is written to, and one for a cache
   * that cannot be written.
   */
  readonly checks: readonly MachineCheck[];
  /**
   * Tools that have to be made. Without Go, where any of them has to be built, these are all tools:
   * Go's version is part of the cache's keys.
   */
  readonly missing: readonly ToolName[];
  /** Those of them that are downloaded, not built. */
  readonly downloads: readonly ToolName[];
  /**
   * Time that building the others takes with empty caches on the idle machine, such as `about 31
   * min`.
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
  /** @default the table of releases */
  readonly releases?: ReleaseTable;
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

/** Returns what is missing, or undefined where only a machine with Go can tell. */
async function surveyIfPossible(
  tools: readonly ToolName[],
  env: NodeJS.ProcessEnv,
  releases: ReleaseTable,
): Promise<Survey | undefined> {
  try {
    return await survey(tools, env, releases);
  } catch (error) {
    if (error instanceof ToolchainError) return undefined;
    throw error;
  }
}

/** Returns what is downloaded on a machine of which nothing else is known. */
function downloadsOf(tools: readonly ToolName[], env: NodeJS.ProcessEnv, releases: ReleaseTable) {
  if (toolsMode(env) === 'build') return [];
  return tools.flatMap((name) => plannedDownload(name, releases, env) ?? []);
}

/** Returns the check of Go, without its fix if nothing has to be built: then Go is not needed. */
function asNeeded(check: MachineCheck, isNeeded: boolean): MachineCheck {
  if (check.fix === undefined || isNeeded) return check;
  return { what: check.what, found: `${check.found}; not needed, nothing has to be built` };
}

/**
 * Finds everything that the machine lacks for making the missing tools. Builds and downloads
 * nothing, and asks no server.
 */
export async function checkToolchain(options: CheckOptions = {}): Promise<ToolchainChecks> {
  const { cores = availableParallelism(), env = process.env, freeSpace } = options;
  const { releases = releaseTable, tools = toolsFor('start') } = options;
  const { check, go } = await checkGo(env);
  const found = await surveyIfPossible(tools, env, releases);
  const missing = found?.missing.map(({ source }) => source.name) ?? tools;
  const downloads =
    found?.missing.flatMap(({ download }) => download ?? []) ?? downloadsOf(tools, env, releases);
  const downloaded = downloads.map(({ name }) => name);
  const costs = missing
    .filter((name) => !downloaded.includes(name))
    .map((name) => buildCost(name, found?.unbuilt ?? downloaded, releases));
  const needs = needsOf({ costs, downloads, caches: go ?? usualCaches(env), env });
  const places =
    missing.length === 0
      ? []
      : [...(await checkDisks(needs, freeSpace)), ...(await checkCache(toolchainDir(env)))];
  const expected = costs.map((cost) => expectedSeconds(cost, cores));
  return {
    checks: [asNeeded(check, costs.length > 0), ...describeDownloads(downloads), ...places],
    missing,
    downloads: downloaded,
    duration: aboutMinutes(remainingSeconds({ expected, taken: [], current: 0 })),
  };
}

function describeDownloads(downloads: readonly PlannedDownload[]): MachineCheck[] {
  if (downloads.length === 0) return [];
  const size = gigabytes(downloadSize(downloads));
  return [{ what: 'downloads', found: `${namesOf(downloads)}: about ${size}` }];
}
