// SPDX-License-Identifier: Apache-2.0
import type { EngineSpan } from './engine-spans.ts';
import { lengthOf, merged, within, without } from './intervals.ts';
import type { Interval } from './intervals.ts';
import { parts } from './parts.ts';
import type { Part, TracedOperation } from './parts.ts';
import type { NodeRun } from './node-spans.ts';

/** Everything that was written down during an operation; times are milliseconds of the epoch. */
export interface Recording {
  readonly operation: TracedOperation;
  readonly life: Interval;
  readonly engine: readonly EngineSpan[];
  readonly nodes: readonly NodeRun[];
  readonly requests: readonly Interval[];
}

/** Trace of one operation. */
export interface OperationTrace {
  readonly operation: TracedOperation;
  readonly milliseconds: number;
  /** Times in which each part works, as begin and end after the start of the operation. */
  readonly spans: Readonly<Record<Part, readonly (readonly [number, number])[]>>;
  /** Share of the whole that each part has, of which each moment counts for one. */
  readonly shares: Readonly<Record<Part, number>>;
  /** Number of requests to the API servers. */
  readonly requests: number;
  /** Number of files of the state that were written. */
  readonly writes: number;
  /** Calls and steps with the largest shares of the whole; calls at the same time count once. */
  readonly calls: readonly { readonly name: string; readonly share: number }[];
}

/** Number of calls that a trace names. */
const named = 3;

const thousandth = (value: number) => Math.round(value * 1_000) / 1_000;

/** Returns the time in which the program's Node works: its life without what it waits. */
function nodeTime(lives: readonly Interval[], nodes: readonly NodeRun[]) {
  const own = nodes.filter(({ life }) =>
    lives.some(({ begin, end }) => begin <= life.begin && life.end <= end),
  );
  return without(
    lives,
    own.flatMap(({ idle }) => idle),
  );
}

function timesOf({ engine, life, nodes, requests }: Recording): Record<Part, readonly Interval[]> {
  const of = (part: EngineSpan['part']) => engine.filter((span) => span.part === part);
  const lives = of('life of Node');
  const times = {
    'API servers': requests,
    'checkpoint writes': of('checkpoint writes'),
    'provider plug-ins': of('provider plug-ins'),
    'Node program': nodeTime(lives, nodes),
    // The call that runs a program lasts as long as the program.
    'language host': without(of('language host'), lives),
  };
  const others = Object.values(times).flat();
  return { ...times, engine: without([life], others) };
}

function largestCalls(engine: readonly EngineSpan[], life: Interval) {
  const calls = engine.filter(({ part, name }) => part !== 'life of Node' && name !== 'Run');
  const whole = life.end - life.begin;
  return [...new Set(calls.map(({ name }) => name))]
    .map((name) => {
      const own = within(
        calls.filter((call) => call.name === name),
        life,
      );
      return { name, share: thousandth(lengthOf(own) / whole) };
    })
    .toSorted((a, b) => b.share - a.share)
    .slice(0, named);
}

/** Returns the trace of what was written down. */
export function traceOf(recording: Recording): OperationTrace {
  const { engine, life, operation, requests } = recording;
  const whole = life.end - life.begin;
  const times = timesOf(recording);
  const spans = {} as Record<Part, readonly (readonly [number, number])[]>;
  const shares = {} as Record<Part, number>;
  const counted: Interval[] = [];
  for (const part of parts) {
    const own = merged(within(times[part], life), whole / 2_000);
    spans[part] = own.map(
      ({ begin, end }) => [Math.round(begin - life.begin), Math.round(end - life.begin)] as const,
    );
    const innermost = within(without(times[part], counted), life);
    shares[part] = thousandth(lengthOf(innermost) / whole);
    counted.push(...innermost);
  }
  return {
    operation,
    milliseconds: Math.round(whole),
    spans,
    shares,
    requests: within(requests, life).length,
    writes: engine.filter(({ part }) => part === 'checkpoint writes').length,
    calls: largestCalls(engine, life),
  };
}
