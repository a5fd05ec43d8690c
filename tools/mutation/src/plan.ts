// SPDX-License-Identifier: Apache-2.0

/** One change of a source, as the instrumenter numbers them. */
export interface Mutant {
  readonly id: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The line in which it begins, without spaces around it. */
  readonly lineText: string;
  /** Name of the mutator: `StringLiteral`. */
  readonly kind: string;
  readonly was: string;
  readonly replacement: string;
}

/** What the processes with Jest are told. Paths are absolute. */
export interface Plan {
  readonly mutants: readonly Mutant[];
  /** Where a tool's file stands when it takes the place of a source: its name is the source's. */
  readonly sources: string;
  readonly root: string;
  /** Folder of the package: its modules are loaded anew for every mutant. */
  readonly packageFolder: string;
  readonly testFiles: readonly string[];
  readonly journal: string;
}

/** Name of the environment variable with the path of the plan. */
export const planVariable = 'STRATA_MUTATION_PLAN';
