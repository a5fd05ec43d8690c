// SPDX-License-Identifier: Apache-2.0
import type { Input } from './input.ts';
import type { Repository, StackChoice } from './repository.ts';
import type { Step } from './step.ts';

/** Headings of the help, in its order. */
export const groups = [
  'Sandbox',
  'Stacks',
  'Clusters',
  'New files',
  'Plans',
  'Pull requests and releases',
  'Tests of Strata',
  'This machine',
] as const;

/** One of {@link groups}. */
export type Group = (typeof groups)[number];

/** A positional argument of a command. */
export interface ArgumentSpec {
  /** `environment` and `cluster` are completed and checked everywhere in the same way. */
  readonly name: string;
  readonly text: string;
  readonly isOptional?: boolean;
  /** It takes all that is left. */
  readonly isMany?: boolean;
}

/** An option of a command. */
export interface OptionSpec {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  readonly text: string;
  /** Placeholder for its value in the help; an option without one is a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** It may be given several times. */
  readonly isMany?: boolean;
}

/** Context in which a command plans its steps. */
export interface PlanContext {
  /** Stacks under `stacks/`; they are read on first use. */
  readonly repository: Repository;
  /** The flags of Pulumi that make the policies judge a stack. */
  readonly policies: (stack: StackChoice) => readonly string[];
  /**
   * The flags with which Pulumi makes a stack with the key that its file names; undefined when the
   * file names none.
   */
  readonly initFlags: (stack: StackChoice) => readonly string[] | undefined;
  /** The folder that paths on the command line are relative to. */
  readonly folder: string;
  /** A folder of this run alone, which nobody else can read and which goes with it. */
  readonly scratch: string;
}

/** Output of the command itself, printed after its steps. */
export interface Answer {
  /** For people. */
  readonly text: string;
  /** For programs, with `--json`; undefined: the text is all there is. */
  readonly json?: unknown;
  /** Lines for the standard error that are not part of the answer. */
  readonly notes?: readonly string[];
  /** Whether something is wrong, and the exit code 1. */
  readonly failed?: boolean;
}

/** A command of `npx strata`. */
export interface CommandSpec {
  /** One or two words: `up`, `plan capacity`. */
  readonly name: string;
  readonly group: Group;
  /** One line. */
  readonly summary: string;
  /** More of it, for its own help. */
  readonly details?: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** Command lines without `npx strata`; the first stands in the reference with what it runs. */
  readonly examples: readonly [string, ...string[]];
  /** All that is behind the name belongs to the program that is run. */
  readonly passesThrough?: boolean;
  /** Exit codes beside 0, 1 and 2. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /**
   * Returns the steps that the command runs, based on the command line alone.
   *
   * @throws UsageError when the command line names something that does not exist.
   */
  readonly plan: (input: Input, context: PlanContext) => readonly Step[];
  /** Returns the command's own output, after its steps have succeeded. */
  readonly answer?: (input: Input, context: PlanContext) => Promise<Answer> | Answer;
}
