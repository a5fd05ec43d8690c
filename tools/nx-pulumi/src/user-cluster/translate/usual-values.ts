// SPDX-License-Identifier: Apache-2.0
import type { Source } from './source.ts';

/**
 * Counts keys as read whose values a new cluster has anyway, or that switch off what it does not have.
 *
 * @param usual - such values by the paths of their keys.
 */
export function takeUsual(
  source: Source,
  usual: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [path, values] of Object.entries(usual)) {
    if (values.includes(String(source.peek(path)))) source.take(path);
  }
}
