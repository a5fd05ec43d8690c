// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';

/** Whether any of the named values differs; an unknown one differs from all others. */
export function isChanged<Values extends object>(
  next: Values,
  before: Values,
  names: readonly (keyof Values)[],
): boolean {
  return names.some((name) => !isDeepStrictEqual(next[name], before[name]));
}
