// SPDX-License-Identifier: Apache-2.0
export { messageOf } from '@strata/contracts/message-of';

/**
 * Problem that a person can fix. Its message says what is wrong and how to fix it, and is shown
 * without a stack trace.
 */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

const fieldsOf = (error: unknown): Readonly<Record<string, unknown>> =>
  typeof error === 'object' && error !== null ? { ...error } : {};

/** Returns the code (`ENOENT`, ...) of a Node system error. */
export function codeOf(error: unknown): unknown {
  return fieldsOf(error).code;
}

/** Returns whether a child process was ended because of its timeout. */
export function isTimeout(error: unknown): boolean {
  return fieldsOf(error).killed === true;
}

/** Returns the output of a failed child process. */
export function outputOf(error: unknown): { readonly stdout: string; readonly stderr: string } {
  const { stdout, stderr } = fieldsOf(error);
  const text = (output: unknown) => (typeof output === 'string' ? output : '');
  return { stdout: text(stdout), stderr: text(stderr) };
}
