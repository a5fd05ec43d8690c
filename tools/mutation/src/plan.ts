// SPDX-License-Identifier: Apache-2.0

/** One change of a source, with the number that the instrumenter gives it. */
export interface Mutant {
  readonly id: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** Line in which it begins, trimmed. */
  readonly lineText: string;
  /** Name of the mutator, such as `StringLiteral`. */
  readonly kind: string;
  readonly was: string;
  readonly replacement: string;
}

/** Input of the processes with Jest. Paths are absolute. */
export interface Plan {
  readonly mutants: readonly Mutant[];
  /** Folder of the instrumented sources; each has the name of its source. */
  readonly sources: string;
  readonly root: string;
  /** Folder of the package, whose modules are loaded again for every mutant. */
  readonly packageFolder: string;
  readonly testFiles: readonly string[];
  /** Hashes of the test files, each with all modules of the package that it imports. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly journal: string;
}

/** Name of the environment variable that holds the path of the plan. */
export const planVariable = 'STRATA_MUTATION_PLAN';

/** Name of the file with the plan, in the folder of a measurement. */
export const planFile = 'plan.json';
