// SPDX-License-Identifier: Apache-2.0
import { isChanged } from './is-changed.ts';
import type { AnyLifecycle, Term } from './lifecycle.ts';
import { validFrom } from './own-inputs.ts';
import { unknown } from './unknown.ts';

type Values = Readonly<Record<string, unknown>>;

/** How far ahead of this machine's clock a start may be. More was written by a clock that was wrong. */
const toleratedMilliseconds = 3_600_000;

/** Returns the start of the term for the check of a lifecycle: the former start, or now when a renewal is due. */
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
  // With an unknown input the length of the term is not known; the preview shows that input as a change.
  if (Object.values(inputs).includes(unknown)) return false;
  const { lifetimeMilliseconds, renewBeforeMilliseconds } = termOf(inputs);
  const begin = Date.parse(start);
  // Nobody would accept the credential before its start.
  if (begin > now.getTime() + toleratedMilliseconds) return true;
  return now.getTime() >= begin + lifetimeMilliseconds - renewBeforeMilliseconds;
}
