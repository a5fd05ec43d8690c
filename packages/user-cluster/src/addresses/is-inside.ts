// SPDX-License-Identifier: Apache-2.0
import { contains, parseRange } from '@strata/contracts';

/** Returns whether all addresses of a range are in another one, which may be the same. */
export function isInside(inner: string, outer: string): boolean {
  const [one, other] = [parseRange(inner), parseRange(outer)];
  return one !== undefined && other !== undefined && contains(other, one);
}
