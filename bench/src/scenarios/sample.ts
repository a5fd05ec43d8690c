// SPDX-License-Identifier: Apache-2.0
import type { Measured } from '../measure/run-measured.ts';
import type { Operation, ToolName } from '../subjects/tool.ts';

/** How a program gets going: again, or where nothing of it has been compiled yet. */
export const starts = ['start', 'first-start'] as const;

/** What is measured beside the operations on a cluster. */
export type Subject = Operation | 'floor' | (typeof starts)[number];

/** One measured run. */
export interface Sample extends Measured {
  /** Such as `one-cluster`, `fleet-10`. */
  readonly scenario: string;
  readonly tool: ToolName;
  readonly operation: Subject;
  /** Runs of a round follow each other, so that what disturbs one disturbs its neighbours. */
  readonly round: number;
}

/** Takes what was measured. */
export type Keep = (sample: Sample) => void;

/** A run without what it printed. */
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
