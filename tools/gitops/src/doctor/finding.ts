// SPDX-License-Identifier: Apache-2.0
import type { RunContext } from '../run/stack-run.ts';

/** Problem that the doctor has found. */
export interface Finding {
  /** Subject: a stack's id, or a tool. */
  readonly subject: string;
  /** Problem, in one sentence. */
  readonly problem: string;
  /** Fix: a command, or a sentence. */
  readonly fix: string;
}

/** Function that looks for one kind of problem. It changes nothing. */
export type Check = (context: RunContext) => Promise<readonly Finding[]> | readonly Finding[];
