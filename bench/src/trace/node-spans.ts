// SPDX-License-Identifier: Apache-2.0
import { merged } from './intervals.ts';
import type { Interval } from './intervals.ts';

/** Profile that Node writes with `--cpu-prof`, as far as it is read; times are microseconds. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string };
  }[];
  /** Of the clock that `process.hrtime` reads. */
  readonly startTime: number;
  readonly endTime: number;
  /** Node of each sample. */
  readonly samples: readonly number[];
  /** Time from the sample before, or from the start, to each sample. */
  readonly timeDeltas: readonly number[];
}

/** Life of a Node, and the time in which it waited. */
export interface NodeRun {
  readonly life: Interval;
  readonly idle: readonly Interval[];
}

/** Name that V8 gives the time in which the event loop waits. */
const waiting = '(idle)';

/**
 * Reads when a Node was idle.
 *
 * @param clock - milliseconds of the epoch at the zero of `process.hrtime`.
 */
export function readNodeRun(profile: CpuProfile, clock: number): NodeRun {
  const { endTime, nodes, samples, startTime, timeDeltas } = profile;
  const idleNodes = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === waiting).map(({ id }) => id),
  );
  const moment = (microseconds: number) => clock + microseconds / 1_000;
  const idle: Interval[] = [];
  let at = startTime;
  for (const [index, node] of samples.entries()) {
    at += timeDeltas[index] ?? 0;
    const next = index + 1 < samples.length ? at + (timeDeltas[index + 1] ?? 0) : endTime;
    if (idleNodes.has(node)) idle.push({ begin: moment(at), end: moment(next) });
  }
  return { life: { begin: moment(startTime), end: moment(endTime) }, idle: merged(idle) };
}
