// SPDX-License-Identifier: Apache-2.0
import { isChanged } from './is-changed.ts';
import type { AnyLifecycle, Term } from './lifecycle.ts';
import { validFrom } from './own-inputs.ts';
import { unknown } from './unknown.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the check of a lifecycle with a term says: the same as before, or now when it is due. */
export function termStart(
  { term }: AnyLifecycle,
  inputs: Values,
  before: Values,
  now: Date,
): string | undefined {
  if (term === undefined) return undefined;
  const start = before[validFrom];
  const isSame = typeof start === 'string' && !isChanged(inputs, before, term.startedBy);
  if (isSame && !isDue(term.of, inputs, start, now)) return start;
  return now.toISOString().replace(/\.\d+Z$/, 'Z');
}

function isDue(
  termOf: (inputs: Values) => Term,
  inputs: Values,
  start: string,
  now: Date,
): boolean {
  // A preview that does not know yet how long the term is says so by itself.
  if (Object.values(inputs).includes(unknown)) return false;
  const { lifetimeMilliseconds, renewBeforeMilliseconds } = termOf(inputs);
  return now.getTime() >= Date.parse(start) + lifetimeMilliseconds - renewBeforeMilliseconds;
}
