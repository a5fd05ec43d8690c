// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { messageOf, ToolchainError } from './toolchain-error.ts';
import type { ToolName } from './tools.ts';
import { toolNames, toolsFor } from './tools.ts';

export const usage = `Usage: npm run toolchain -- [--all | --only <tool>[,<tool>...]] [--list]

Makes the tools of npm start that are neither on PATH at a compatible version nor in the cache. Those
whose publisher has the hash of its release in a repository are downloaded, the others are built.

  --all    those of other releases and of npm test too
  --only   only these: ${toolNames.join(', ')}
  --list   say where each tool is, and make nothing
  --help   this

STRATA_TOOLS=build builds all of them; STRATA_TOOLS=download fails where a download does.`;

/** Parsed command of the user. */
export interface Command {
  readonly action: 'build' | 'list' | 'help';
  readonly tools: readonly ToolName[];
}

const isToolName = (name: string): name is ToolName =>
  (toolNames as readonly string[]).includes(name);

/**
 * Reads the arguments of the command.
 *
 * @throws ToolchainError naming every unknown tool, or the unknown option.
 */
export function parseCommand(args: readonly string[]): Command {
  const { all, only, list, help } = parse(args);
  const names = (only ?? []).flatMap((value) => value.split(',')).filter((name) => name !== '');
  const unknown = names.filter((name) => !isToolName(name));
  if (unknown.length > 0) {
    throw new ToolchainError(
      `Unknown tool ${unknown.join(', ')}; there are ${toolNames.join(', ')}.`,
    );
  }
  const tools = names.filter(isToolName);
  if (all && tools.length > 0) throw new ToolchainError('Use either --all or --only.');
  return {
    action: help ? 'help' : list ? 'list' : 'build',
    tools: tools.length > 0 ? tools : toolsFor(all ? 'test' : 'start'),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        all: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new ToolchainError(`${messageOf(error)}\n\n${usage}`);
  }
}
