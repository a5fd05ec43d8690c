// SPDX-License-Identifier: Apache-2.0

/** Output and exit code of a played program. */
export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Answer of a program that has nothing to say. */
export const done: Answer = { code: 0, stdout: '', stderr: '' };

/** Returns the answer of a program that prints a text. */
export const says = (stdout: string): Answer => ({ code: 0, stdout, stderr: '' });

/** Returns the answer of a program that fails. */
export const fails = (stderr: string, code = 1): Answer => ({
  code,
  stdout: '',
  stderr: `${stderr}\n`,
});
