// SPDX-License-Identifier: Apache-2.0
import { CommanderError } from 'commander';
import { buildProgram } from './build-program.ts';
import { commandTable, parents } from './command-table.ts';

/**
 * Returns what is wrong with the words behind `npx strata`: an unknown command or option, a word too many
 * or too few. Nothing is run and no file is read, so names of environments and clusters are not judged.
 *
 * @returns undefined if the line is right.
 */
export function strataUsageProblem(words: readonly string[]): string | undefined {
  const program = buildProgram(commandTable, parents, () => Promise.resolve(0));
  const silent = (command: typeof program) => {
    command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    for (const one of command.commands) silent(one);
  };
  silent(program);
  try {
    program.parse(words, { from: 'user' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    return error.message.replace(/^error: /, '').replace('\n', ' ');
  }
}
