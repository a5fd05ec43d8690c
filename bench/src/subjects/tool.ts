// SPDX-License-Identifier: Apache-2.0
import type { Run } from '../measure/run-measured.ts';

/** Operations on a user cluster, in order. */
export const operations = ['create', 'preview', 'change', 'drift', 'scale', 'destroy'] as const;

/** One of {@link operations}. */
export type Operation = (typeof operations)[number];

/** Names of the measured tools. */
export const toolNames = ['strata', 'kubectl', 'helm', 'stock'] as const;

/**
 * One of {@link toolNames}. `stock` is a Pulumi program as most people write it, with all defaults.
 */
export type ToolName = (typeof toolNames)[number];

/**
 * Names of the experiments, which do less than Strata has to do, and what each one is. They take part in the
 * rounds as tools do. With as many resources, no change of Strata could beat `nothing`; one that is only about
 * how its state is written could not beat `unrecorded`.
 */
export const experiments = {
  nothing: 'a program of as many resources that makes nothing',
  unrecorded: 'Strata, its state written at the end alone',
} as const;

/** One of {@link experiments}. */
export type Experiment = keyof typeof experiments;

/** Start of a tool that runs a program. */
export interface Start {
  /**
   * Runs a preview of a stack that does not exist; the program reports when it registers its first
   * resource.
   *
   * @param env - variables in addition to its own.
   */
  readonly run: (env: Readonly<Record<string, string>>) => Promise<Run>;
  /**
   * Returns the variables that make it cache compiled code in this folder; if the folder is empty,
   * nothing is compiled yet.
   */
  readonly compiledIn: (folder: string) => Readonly<Record<string, string>>;
}

/** Tool, and the operations that it supports. */
export interface Tool {
  readonly name: ToolName | Experiment;
  /** Functions of the operations; unsupported ones are missing. */
  readonly run: Readonly<Partial<Record<Operation, () => Promise<Run>>>>;
  readonly start?: Start;
  /** Removes what a destroy by this tool leaves; this is not measured. */
  readonly cleanUp: () => Promise<void>;
}
