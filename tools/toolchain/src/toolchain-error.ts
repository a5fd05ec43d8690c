// SPDX-License-Identifier: Apache-2.0

/**
 * Problem that a person can fix. Its message says what is wrong and how to fix it, and is shown
 * without a stack trace.
 */
export class ToolchainError extends Error {
  override readonly name = 'ToolchainError';
}

/** Signals that the run was asked to stop; nothing is wrong. */
export class StoppedError extends ToolchainError {
  constructor() {
    super('Stopped; what was half built has been removed.');
  }
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return textIn(error, 'message') ?? String(error);
}

/** Returns the code (`ENOENT`, ...) of a Node system error; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return textIn(error, 'code');
}

/**
 * Returns a text property of an error. It does not use instanceof, because an error may come from
 * another realm, as Node's errors do in tests that Jest's own runner runs.
 */
function textIn(error: unknown, key: 'code' | 'message'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value = (error as Partial<Record<typeof key, unknown>>)[key];
  return typeof value === 'string' ? value : undefined;
}
