// SPDX-License-Identifier: Apache-2.0

/** What a person can put right: its message says what is wrong and how, and is shown alone. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

const fieldsOf = (error: unknown): Readonly<Record<string, unknown>> =>
  typeof error === 'object' && error !== null ? { ...error } : {};

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code (`ENOENT`, ...) of a Node system error. */
export function codeOf(error: unknown): unknown {
  return fieldsOf(error).code;
}

/** Whether a child process was ended because its time was up. */
export function isTimeout(error: unknown): boolean {
  return fieldsOf(error).killed === true;
}

/** What a child process that failed has said. */
export function outputOf(error: unknown): { readonly stdout: string; readonly stderr: string } {
  const { stdout, stderr } = fieldsOf(error);
  const text = (output: unknown) => (typeof output === 'string' ? output : '');
  return { stdout: text(stdout), stderr: text(stderr) };
}
