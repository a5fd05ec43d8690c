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

/** A tool that can do these things. */
export interface Tool {
  readonly name: ToolName;
  /** What it cannot do is missing. */
  readonly run: Readonly<Partial<Record<Operation, () => Promise<Run>>>>;
  /**
   * A preview of a cluster that is not there, whose program says when it registers its first
   * resource.
   */
  readonly start?: (env: Readonly<Record<string, string>>) => Promise<Run>;
  /** Removes what a destroy by this tool leaves, without being measured. */
  readonly cleanUp: () => Promise<void>;
}
