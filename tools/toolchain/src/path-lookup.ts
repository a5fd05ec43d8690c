// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
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
        env: { ...env, PULUMI_SKIP_UPDATE_CHECK: 'true' },
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
 *
 * @param resolved binaries resolved so far, for rules that refer to another tool.
 */
export async function lookUpOnPath(
  name: ToolName,
  env: NodeJS.ProcessEnv,
  resolved: readonly ResolvedBinary[],
): Promise<ResolvedBinary[] | undefined> {
  const tool: Tool = tools[name];
  const rule = tool.fromPath;
  if (!rule) return undefined;
  if ('beside' in rule) return lookUpBeside(name, tool, rule.beside, resolved);
  const found: { binary: ToolBinary; path: string }[] = [];
  for (const binary of tool.binaries) {
    const path = await findOnPath(binary.name, env);
    if (path === undefined) return undefined;
    found.push({ binary, path });
  }
  const versions = await Promise.all(found.map(({ binary, path }) => probe(path, binary, env)));
  return collect(found, (index) => {
    const version = versions[index];
    const isFit = version !== undefined && semver.satisfies(version, rule.range);
    return isFit ? { tool: name, version } : undefined;
  });
}

async function lookUpBeside(
  name: ToolName,
  tool: Tool,
  other: string,
  resolved: readonly ResolvedBinary[],
): Promise<ResolvedBinary[] | undefined> {
  const anchor = resolved.find(({ tool: owner, source }) => owner === other && source === 'path');
  if (!anchor) return undefined;
  const folder = dirname(await realpath(anchor.path));
  const found = tool.binaries.map((binary) => ({ binary, path: join(folder, binary.name) }));
  const present = await Promise.all(found.map(({ path }) => isExecutable(path)));
  return collect(found, (index) =>
    present[index] ? { tool: name, version: anchor.version } : undefined,
  );
}

function collect(
  found: readonly { binary: ToolBinary; path: string }[],
  judge: (index: number) => Pick<ResolvedBinary, 'tool' | 'version'> | undefined,
): ResolvedBinary[] | undefined {
  const binaries = found.flatMap(({ binary, path }, index): ResolvedBinary[] => {
    const verdict = judge(index);
    return verdict ? [{ ...verdict, binary: binary.name, path, source: 'path' }] : [];
  });
  return binaries.length === found.length ? binaries : undefined;
}
