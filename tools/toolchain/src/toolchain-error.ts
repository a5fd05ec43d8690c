// SPDX-License-Identifier: Apache-2.0

/** What a person can put right: its message says what is wrong and how, and is shown alone. */
export class ToolchainError extends Error {
  override readonly name = 'ToolchainError';
}

/** The run was asked to stop; nothing is wrong. */
export class StoppedError extends ToolchainError {
  constructor() {
    super('Stopped; what was half built has been removed.');
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return textIn(error, 'message') ?? String(error);
}

/** The code (`ENOENT`, ...) of a Node system error, if it is one. */
export function codeOf(error: unknown): string | undefined {
  return textIn(error, 'code');
}

/** Not by instanceof: an error may come from another realm, as all of Node's do under Jest. */
function textIn(error: unknown, key: 'code' | 'message'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value = (error as Partial<Record<typeof key, unknown>>)[key];
  return typeof value === 'string' ? value : undefined;
}
