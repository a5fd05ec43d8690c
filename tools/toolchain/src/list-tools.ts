// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import { readOrigin } from './origin.ts';
import type { ReleaseTable } from './release-types.ts';
import type { ResolvedBinary } from './resolved-toolchain.ts';
import type { MissingTool } from './survey.ts';
import { survey } from './survey.ts';
import type { ToolName } from './tools.ts';
import { toolNames, tools } from './tools.ts';

/** Returns where a tool is, and for one in the cache how it came there, if that is known. */
async function whereOf({ path, source }: ResolvedBinary): Promise<string> {
  const origin = source === 'cache' ? await readOrigin(dirname(path)) : undefined;
  return origin === undefined ? source : `${source}, ${origin}`;
}

/** Returns how a missing tool will be made: a download, or the time of a build with empty caches. */
function howToMake({ source, download }: MissingTool): string {
  return download ? 'missing (download)' : `missing (${source.tool.coldMinutes} min)`;
}

/** Returns one line for each tool: its version, and its place or how it will be made. */
export async function listTools(
  names: readonly ToolName[],
  env: NodeJS.ProcessEnv,
  releases?: ReleaseTable,
): Promise<string[]> {
  const { resolved, missing } = await survey(names, env, releases);
  const shown = toolNames.filter((name) => names.includes(name));
  const rows = await Promise.all(
    shown.map(async (name) => {
      const found = resolved.find(({ tool }) => tool === name);
      if (found) return [name, found.version, await whereOf(found), dirname(found.path)];
      const absent = missing.find(({ source }) => source.name === name);
      const target = absent?.download?.target ?? absent?.target ?? '';
      return [name, tools[name].version, absent ? howToMake(absent) : '', target];
    }),
  );
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [0, 1, 2].map(width);
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
