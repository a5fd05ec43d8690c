// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';

interface Named {
  readonly name: string;
}

/**
 * Reports an error for every name that occurs twice in a list or is in `taken` already.
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
