// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import { survey } from './survey.ts';
import type { ToolName } from './tools.ts';
import { toolNames, tools } from './tools.ts';

/**
 * Returns one line for each tool: its version, and its place or the time that building it takes
 * with empty caches.
 */
export async function listTools(
  names: readonly ToolName[],
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const { resolved, missing } = await survey(names, env);
  const rows = toolNames
    .filter((name) => names.includes(name))
    .map((name) => {
      const found = resolved.find(({ tool }) => tool === name);
      if (found) return [name, found.version, found.source, dirname(found.path)];
      const target = missing.find(({ source }) => source.name === name)?.target ?? '';
      return [name, tools[name].version, `missing (${tools[name].coldMinutes} min)`, target];
    });
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [0, 1, 2].map(width);
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
