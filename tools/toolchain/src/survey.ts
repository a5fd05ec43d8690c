// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { ToolSource } from './build-key.ts';
import { cacheName, readToolSource } from './build-key.ts';
import { toolchainDir } from './cache-dir.ts';
import type { GoEnvironment } from './go-environment.ts';
import { readGoEnvironment } from './go-environment.ts';
import { isExecutable, lookUpOnPath } from './path-lookup.ts';
import type { PlannedDownload } from './planned-download.ts';
import { plannedDownload } from './planned-download.ts';
import type { ReleaseTable } from './release-types.ts';
import { releases as releaseTable } from './releases.ts';
import type { ResolvedBinary } from './resolved-toolchain.ts';
import type { ToolName } from './tools.ts';
import { toolNames } from './tools.ts';
import { toolsMode } from './tools-mode.ts';

/** Tool that is neither on PATH nor in the cache, and how it is made. */
export interface MissingTool {
  readonly source: ToolSource;
  /** Folder for its binaries when it is built; absent where it is downloaded and there is no Go. */
  readonly target?: string;
  /** Absent for a tool that is built. */
  readonly download?: PlannedDownload;
}

/** Result of {@link survey}: available and missing tools. */
export interface Survey {
  readonly resolved: readonly ResolvedBinary[];
  readonly missing: readonly MissingTool[];
  /** Tools that nobody builds here: from PATH, downloaded, or to be downloaded. */
  readonly unbuilt: readonly ToolName[];
  /** Absent when no tool needed it, or only tools that can be downloaded and there is none. */
  readonly go?: GoEnvironment;
}

/** Returns the binaries in a tool's cache folder, or undefined when one of them is missing. */
export async function lookUpInCache(
  { name, tool }: ToolSource,
  target: string,
): Promise<ResolvedBinary[] | undefined> {
  const binaries = tool.binaries.map(({ name: binary }): ResolvedBinary => ({
    tool: name,
    binary,
    version: tool.version,
    path: join(target, binary),
    source: 'cache',
  }));
  const present = await Promise.all(binaries.map(({ path }) => isExecutable(path)));
  return present.every(Boolean) ? binaries : undefined;
}

/** Asks for Go once; without Go, a tool that can be downloaded goes without. */
function goReader(env: NodeJS.ProcessEnv) {
  let asked: Promise<GoEnvironment> | undefined;
  return async (isNeeded: boolean): Promise<GoEnvironment | undefined> => {
    asked ??= readGoEnvironment(env);
    return isNeeded ? asked : asked.catch(() => undefined);
  };
}

/**
 * Looks for each tool on PATH, then in the cache. Builds and downloads nothing. What is in the cache
 * is taken however it came there.
 *
 * @param names the tools to look for, in any order.
 * @param releases - Default: the table of releases.
 * @throws ToolchainError when Go, which is part of the cache's keys, is missing and a tool that can
 * only be built is not on PATH; when STRATA_TOOLS is not one of its values.
 */
export async function survey(
  names: readonly ToolName[],
  env: NodeJS.ProcessEnv,
  releases: ReleaseTable = releaseTable,
): Promise<Survey> {
  const mode = toolsMode(env);
  const resolved: ResolvedBinary[] = [];
  const missing: MissingTool[] = [];
  const unbuilt: ToolName[] = [];
  const readGo = goReader(env);
  let go: GoEnvironment | undefined;
  for (const name of toolNames.filter((known) => names.includes(known))) {
    const onPath = await lookUpOnPath(name, env);
    if (onPath) {
      resolved.push(...onPath);
      unbuilt.push(name);
      continue;
    }
    const source = await readToolSource(name);
    const release = plannedDownload(name, releases, env);
    const downloaded = release && (await lookUpInCache(source, release.target));
    if (downloaded) {
      resolved.push(...downloaded);
      unbuilt.push(name);
      continue;
    }
    const download = mode === 'build' ? undefined : release;
    go ??= await readGo(download === undefined);
    const target = go && join(toolchainDir(env), cacheName(source, go));
    const built = target && (await lookUpInCache(source, target));
    if (built) {
      resolved.push(...built);
      continue;
    }
    missing.push({ source, ...(target && { target }), ...(download && { download }) });
    if (download) unbuilt.push(name);
  }
  return { resolved, missing, unbuilt, ...(go && { go }) };
}
