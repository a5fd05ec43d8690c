// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';

interface Named {
  readonly name: string;
}

/**
 * Names that occur twice in a list, counting those that are there already.
 *
 * @param key - path of the list, such as `metallb.pools`.
 */
export function repeatedNames(
  key: string,
  entries: readonly Named[],
  taken: readonly Named[] = [],
): Problem[] {
  return entries.flatMap(({ name }, index) => {
    const earlier = [...taken, ...entries.slice(0, index)];
    return earlier.some((other) => other.name === name)
      ? [
          {
            path: [...key.split('.'), index, 'name'],
            message: `"${name}" exists already; choose another`,
          },
        ]
      : [];
  });
}
