// SPDX-License-Identifier: Apache-2.0

/** Exit codes of Go programs. */
export const exitCodes = {
  /** `os.Exit(1)`, as cobra's commands and cloud controller managers end. */
  failure: 1,
  /** klog.Fatal. */
  fatal: 255,
} as const;

/** Ends the program: a message for its log and the exit code that upstream has for it. */
export class Fatal extends Error {
  override readonly name = 'Fatal';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failure) {
    super(message);
    this.exitCode = exitCode;
  }
}
