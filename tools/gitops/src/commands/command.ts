// SPDX-License-Identifier: Apache-2.0
import type { RunContext } from '../run/stack-run.ts';

/** What a command may use of the world around it. */
export interface CommandContext extends RunContext {
  /** A line of the answer, on the standard output. */
  readonly print: (line: string) => void;
}

/** One command of the command line. */
export interface Command {
  /** Its arguments and what it does, for the help: first a line of arguments, then lines of words. */
  readonly usage: readonly string[];
  /**
   * @returns the exit code.
   * @throws GitopsError with what is wrong, when a person can put it right.
   */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<number>;
}
