// SPDX-License-Identifier: Apache-2.0
import type { AnyLifecycle } from './lifecycle.ts';
import { repeats } from './own-inputs.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the input `repeats` for the check of a lifecycle with `repeatedBy`: the former count, or one
 * more when the program says that the work is unfinished and no other input starts it again.
 */
export function repeatCount(
  { renews, repeatedBy }: AnyLifecycle,
  inputs: Values,
  before: Values,
): number | undefined {
  const said = before[repeats];
  const count = typeof said === 'number' ? said : undefined;
  if (repeatedBy === undefined || inputs[repeatedBy] !== true) return count;
  const renewed = renews({ ...inputs, [repeats]: count }, { inputs: before, outputs: {} });
  return renewed.length === 0 ? (count ?? 0) + 1 : count;
}
