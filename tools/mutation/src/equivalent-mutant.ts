// SPDX-License-Identifier: Apache-2.0

/** Mutant that no test can detect, because it behaves the same. */
export interface EquivalentMutant {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Line in which it begins, trimmed. */
  readonly lineText: string;
  /** Text of the source as the report shows it. */
  readonly was: string;
  readonly replacement: string;
  readonly reason: string;
}
