// SPDX-License-Identifier: Apache-2.0
import { longTools } from './long-tools.ts';
import { machineTools } from './machine-tools.ts';
import { releaseTools } from './release-tools.ts';
import { startTools } from './start-tools.ts';

/** All tools that Strata runs, in build order. */
export const tools = { ...startTools, ...releaseTools, ...longTools, ...machineTools };

/** Name of a tool: its folder in tools/toolchain. */
export type ToolName = keyof typeof tools;

/** Name of a binary that tool `T` yields. */
export type BinaryName<T extends ToolName = ToolName> =
  (typeof tools)[T]['binaries'][number]['name'];

function names(table: Readonly<Partial<Record<ToolName, unknown>>>): readonly ToolName[] {
  return Object.keys(table) as ToolName[];
}

/** All tools, in build order. */
export const toolNames = names(tools);

/**
 * Use of tools: previews and updates by Pulumi without a sandbox; `npm start` with its default release; everything that `npm test` runs; what
 * `npm test -- --all` needs besides; what runs inside real machines, which only
 * `npm test -- --machine` boots.
 */
export type ToolUse = 'preview' | 'start' | 'test' | 'long' | 'machine';

const namesByUse: Readonly<Record<ToolUse, readonly ToolName[]>> = {
  preview: ['pulumi', 'pulumi-language-nodejs', 'pulumi-resource-kubernetes'],
  start: names(startTools),
  test: [...names(startTools), ...names(releaseTools)],
  long: names(longTools),
  machine: names(machineTools),
};

/** Returns the tools that a use needs, in build order. */
export function toolsFor(use: ToolUse): readonly ToolName[] {
  return namesByUse[use];
}

/** Oldest Go version that the go.mod files allow. */
export const minimumGo = { major: 1, minor: 26 } as const;
