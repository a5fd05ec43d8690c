// SPDX-License-Identifier: Apache-2.0
import { releaseTools } from './release-tools.ts';
import { startTools } from './start-tools.ts';

/** Every tool Strata runs, in the order in which they are built. */
export const tools = { ...startTools, ...releaseTools };

/** Name of a tool: its folder in tools/toolchain. */
export type ToolName = keyof typeof tools;

/** Name of a binary that tool `T` yields. */
export type BinaryName<T extends ToolName = ToolName> =
  (typeof tools)[T]['binaries'][number]['name'];

/** All tools, in build order. */
export const toolNames = Object.keys(tools) as ToolName[];

/** What tools are wanted for: `npm start` with its default release, or all that is tested. */
export type ToolUse = 'start' | 'test';

const namesByUse: Readonly<Record<ToolUse, readonly ToolName[]>> = {
  start: Object.keys(startTools) as ToolName[],
  test: toolNames,
};

/** The tools that a use needs, in build order. */
export function toolsFor(use: ToolUse): readonly ToolName[] {
  return namesByUse[use];
}

/** The oldest Go that the go.mod files allow. */
export const minimumGo = { major: 1, minor: 26 } as const;
