// SPDX-License-Identifier: Apache-2.0

/** What one look at the machine found. */
export interface Finding {
  /** What was looked at. */
  readonly subject: string;
  readonly isRight: boolean;
  /** What is there, or what is wrong and how to put it right. */
  readonly text: string;
}

/** Looks for one thing that the sandbox and its tools need. It changes nothing. */
export interface Check {
  readonly subject: string;
  /**
   * @returns what is there.
   * @throws Error saying what is wrong and how to put it right.
   */
  readonly look: (env: NodeJS.ProcessEnv) => Promise<string> | string;
}
