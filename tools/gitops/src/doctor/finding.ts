// SPDX-License-Identifier: Apache-2.0
import type { RunContext } from '../run/stack-run.ts';

/** One thing that is not as it should be. */
export interface Finding {
  /** What it is about: a stack's id, a tool. */
  readonly subject: string;
  /** What is wrong, in one sentence. */
  readonly problem: string;
  /** What puts it right: a command, or a sentence. */
  readonly fix: string;
}

/** Looks for one kind of trouble. It changes nothing. */
export type Check = (context: RunContext) => Promise<readonly Finding[]> | readonly Finding[];
