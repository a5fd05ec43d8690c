// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { ToolSource } from './build-key.ts';
import { cacheName, readToolSource } from './build-key.ts';
import { toolchainDir } from './cache-dir.ts';
import type { GoEnvironment } from './go-environment.ts';
import { readGoEnvironment } from './go-environment.ts';
import { isExecutable, lookUpOnPath } from './path-lookup.ts';
import type { ResolvedBinary } from './resolved-toolchain.ts';
import type { ToolName } from './tools.ts';
import { toolNames } from './tools.ts';

/** Tool that is neither on PATH nor in the cache, and the folder it will be built into. */
export interface MissingTool {
  readonly source: ToolSource;
  /** Folder for its binaries. */
  readonly target: string;
}

/** Result of {@link survey}: available and missing tools. */
export interface Survey {
  readonly resolved: readonly ResolvedBinary[];
  readonly missing: readonly MissingTool[];
  /** Absent when every tool was found on PATH, so that Go was not asked. */
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

/**
 * Looks for each tool on PATH, then in the cache. Builds nothing.
 *
 * @param names the tools to look for, in any order.
 * @throws ToolchainError when Go, which is part of the cache's keys, is missing.
 */
export async function survey(names: readonly ToolName[], env: NodeJS.ProcessEnv): Promise<Survey> {
  const resolved: ResolvedBinary[] = [];
  const missing: MissingTool[] = [];
  let go: GoEnvironment | undefined;
  for (const name of toolNames.filter((known) => names.includes(known))) {
    const onPath = await lookUpOnPath(name, env, resolved);
    if (onPath) {
      resolved.push(...onPath);
      continue;
    }
    go ??= await readGoEnvironment(env);
    const source = await readToolSource(name);
    const target = join(toolchainDir(env), cacheName(source, go));
    const cached = await lookUpInCache(source, target);
    if (cached) resolved.push(...cached);
    else missing.push({ source, target });
  }
  return { resolved, missing, ...(go && { go }) };
}
