// SPDX-License-Identifier: Apache-2.0

/** What a command has to say. */
export interface Report {
  readonly lines: readonly string[];
  /** Whether what it looked at must not be applied: the process ends with exit code 1. */
  readonly failed: boolean;
}

/** Something that a person can put right: its message is all there is to say. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** What an error says; Jest's are not of this realm's class. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
