// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from '@strata/contracts/quantity';

/**
 * Converts a size as the API server writes it to bytes; rounds a fraction of a byte up.
 *
 * @throws Error when it is no size.
 */
export function bytesOf(size: string): number {
  const bytes = parseQuantity(size);
  if (bytes === undefined || bytes < 0) throw new Error(`not a size: ${size}`);
  return Math.ceil(bytes);
}
