// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';

/** Returns whether any of the named values differs; an unknown value differs from every known one. */
export function isChanged<Values extends object>(
  next: Values,
  before: Values,
  names: readonly (keyof Values)[],
): boolean {
  return names.some((name) => !isDeepStrictEqual(next[name], before[name]));
}
