// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '@strata/contracts/mapping';

export { isMapping } from '@strata/contracts/mapping';
export type { Mapping } from '@strata/contracts/mapping';

/** Returns the value at a path such as `cni.tunnelPort`; undefined if there is none. */
export function valueAt(outer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (isMapping(inner) ? inner[key] : undefined), outer);
}
