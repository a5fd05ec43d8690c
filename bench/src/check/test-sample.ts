// SPDX-License-Identifier: Apache-2.0
import type { Sample, Subject } from '../scenarios/sample.ts';

/** Returns a measurement of one user cluster of which only the seconds matter. */
export const secondsOf = (
  round: number,
  tool: Sample['tool'],
  operation: Subject,
  seconds: number,
): Sample => ({
  scenario: 'one-cluster',
  round,
  tool,
  operation,
  seconds,
  cpuSeconds: 0,
  peakMiB: 0,
  serverCpuSeconds: 0,
  stateBytes: 0,
  cpuBy: {},
});
