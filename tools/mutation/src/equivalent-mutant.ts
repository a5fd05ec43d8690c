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

/** Returns the mutant that puts a text into a list that is empty in the source. */
export const filledList = (file: string, lineText: string, reason: string): EquivalentMutant => ({
  file,
  lineText,
  was: '[]',
  replacement: '["Stryker was here"]',
  reason,
});

/** Returns the mutant that has another text instead of an empty one. */
export const filledText = (file: string, lineText: string, reason: string): EquivalentMutant => ({
  file,
  lineText,
  was: "''",
  replacement: '"Stryker was here!"',
  reason,
});
