// SPDX-License-Identifier: Apache-2.0
import { isNode, LineCounter, parseDocument } from 'yaml';

type Steps = readonly (string | number)[];

/** The steps of a path such as `config.user-cluster:pools[0].replicas`. */
export function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) =>
    index === undefined ? key : Number(index),
  );
}

/** A place in the text of a YAML file. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** All of that line, without the space around it. */
  readonly text: string;
}

function rangeOf(text: string, steps: Steps, counter = new LineCounter()) {
  const node = parseDocument(text, { lineCounter: counter }).getIn(steps, true);
  const [from, to] = (isNode(node) ? node.range : undefined) ?? [];
  if (from === undefined || to === undefined) {
    throw new Error(`there is nothing at ${steps.join('.')}`);
  }
  return { from, to, line: counter.linePos(from).line };
}

/**
 * Where a value stands.
 *
 * @throws Error when there is none.
 */
export function placeOf(text: string, steps: Steps): Place {
  const { line } = rangeOf(text, steps);
  return { line, text: (text.split('\n')[line - 1] ?? '').trim() };
}

/**
 * The same text with another value in one place, and every other character as it was.
 *
 * @param value - as YAML.
 * @throws Error when there is nothing in that place.
 */
export function withValue(text: string, steps: Steps, value: string): string {
  const { from, to } = rangeOf(text, steps);
  return text.slice(0, from) + value + text.slice(to);
}
