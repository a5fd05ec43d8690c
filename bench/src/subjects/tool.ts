// SPDX-License-Identifier: Apache-2.0
import type { Run } from '../measure/run-measured.ts';

/** What is done with a user cluster, in this order. */
export const operations = ['create', 'preview', 'change', 'drift', 'scale', 'destroy'] as const;

/** One of {@link operations}. */
export type Operation = (typeof operations)[number];

/** What is measured. */
export const toolNames = ['strata', 'kubectl', 'helm', 'stock'] as const;

/** One of {@link toolNames}. `stock`: a Pulumi program as most people write it, with all defaults. */
export type ToolName = (typeof toolNames)[number];

/** A tool that runs a program. */
export interface Start {
  /**
   * A preview of what is not there, whose program says when it registers its first resource.
   *
   * @param env - besides its own.
   */
  readonly run: (env: Readonly<Record<string, string>>) => Promise<Run>;
  /** Variables that make it keep what it compiles in this folder: if it is empty, nothing is compiled yet. */
  readonly compiledIn: (folder: string) => Readonly<Record<string, string>>;
}

/** A tool that can do these things. */
export interface Tool {
  readonly name: ToolName;
  /** What it cannot do is missing. */
  readonly run: Readonly<Partial<Record<Operation, () => Promise<Run>>>>;
  readonly start?: Start;
  /** Removes what a destroy by this tool leaves, without being measured. */
  readonly cleanUp: () => Promise<void>;
}
