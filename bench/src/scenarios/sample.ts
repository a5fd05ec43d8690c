// SPDX-License-Identifier: Apache-2.0
import type { Measured } from '../measure/run-measured.ts';
import type { Experiment, Operation, ToolName } from '../subjects/tool.ts';

/**
 * Kinds of program start: a later one, and the first one, before anything of it has been compiled.
 */
export const starts = ['start', 'first-start'] as const;

/** Subject of a measurement: an operation on a cluster, the floor, or a program start. */
export type Subject = Operation | 'floor' | (typeof starts)[number];

/** Measured run. */
export interface Sample extends Measured {
  /** Scenario, such as `one-cluster` or `fleet-10`. */
  readonly scenario: string;
  readonly tool: ToolName | Experiment;
  readonly operation: Subject;
  /**
   * Number of the round. Runs of a round follow each other, so a disturbance of one also affects
   * its neighbours.
   */
  readonly round: number;
}

/** Function that receives a measurement. */
export type Keep = (sample: Sample) => void;

/** Returns a run without its output. */
export function measuredOf({
  cpuBy,
  cpuSeconds,
  peakMiB,
  seconds,
  serverCpuSeconds,
  stateBytes,
}: Measured): Measured {
  return { cpuBy, cpuSeconds, peakMiB, seconds, serverCpuSeconds, stateBytes };
}
