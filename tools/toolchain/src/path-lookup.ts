// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import semver from 'semver';
import { cacheDir } from './cache-dir.ts';
import type { ResolvedBinary } from './resolved-toolchain.ts';
import type { Tool, ToolBinary } from './tool-types.ts';
import type { ToolName } from './tools.ts';
import { tools } from './tools.ts';

const probeTimeoutMs = 10_000;

/** Returns whether a path is a non-empty executable file. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    const found = await stat(path);
    return found.isFile() && found.size > 0;
  } catch {
    return false;
  }
}

/** Returns whether a path, or its link target, is in Strata's own cache. */
async function isOurs(path: string, cache: string): Promise<boolean> {
  const real = await realpath(cache).catch(() => cache);
  return path.startsWith(`${cache}${sep}`) || (await realpath(path)).startsWith(`${real}${sep}`);
}

/** Returns the first binary of this name on PATH, except those in Strata's own cache. */
async function findOnPath(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const cache = cacheDir(env);
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (!isAbsolute(folder) || !(await isExecutable(path))) continue;
    if (!(await isOurs(path, cache))) return path;
  }
  return undefined;
}

/** Returns the version that a binary reports. */
async function probe(
  path: string,
  binary: ToolBinary,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const { probe: asked } = binary;
  if (!asked) return undefined;
  const output = await new Promise<string>((resolve) => {
    execFile(
      path,
      asked.args,
      {
        cwd: tmpdir(),
        env,
        timeout: probeTimeoutMs,
        killSignal: 'SIGKILL',
      },
      (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`),
    ).stdin?.end();
  });
  return asked.pattern.exec(output)?.[1];
}

/**
 * Returns the binaries of a tool from PATH, if all of them are there at a version that its rule
 * allows.
 */
export async function lookUpOnPath(
  name: ToolName,
  env: NodeJS.ProcessEnv,
): Promise<ResolvedBinary[] | undefined> {
  const tool: Tool = tools[name];
  const rule = tool.fromPath;
  if (!rule) return undefined;
  const found: { binary: ToolBinary; path: string }[] = [];
  for (const binary of tool.binaries) {
    const path = await findOnPath(binary.name, env);
    if (path === undefined) return undefined;
    found.push({ binary, path });
  }
  const versions = await Promise.all(found.map(({ binary, path }) => probe(path, binary, env)));
  const binaries = found.flatMap(({ binary, path }, index): ResolvedBinary[] => {
    const version = versions[index];
    if (version === undefined || !semver.satisfies(version, rule.range)) return [];
    return [{ tool: name, version, binary: binary.name, path, source: 'path' }];
  });
  return binaries.length === found.length ? binaries : undefined;
}
