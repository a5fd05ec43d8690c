// SPDX-License-Identifier: Apache-2.0
import type { RunContext } from '../run/stack-run.ts';

/** Context of a command. */
export interface CommandContext extends RunContext {
  /** Prints a line of the answer to standard output. */
  readonly print: (line: string) => void;
}

/** Command of the command line. */
export interface Command {
  /** Text for the help: first a line with its arguments, then lines that say what it does. */
  readonly usage: readonly string[];
  /**
   * Runs the command.
   *
   * @returns the exit code.
   * @throws GitopsError with the problem, when a person can fix it.
   */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<number>;
}
