// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path/posix';

const relativeImport = /(?:from|import)\s*\(?\s*'(\.[^']*\.ts)'/g;

/**
 * A module and what it imports by relative paths: so its own package's.
 *
 * @param read - gives the text of a module.
 * @param steps - over how many modules an import may lead.
 */
export function modulesBehind(
  module: string,
  read: (module: string) => string,
  steps = Infinity,
): string[] {
  const found = new Map([[module, 0]]);
  // A map that grows while it is gone through is gone through to its new end.
  for (const [one, distance] of found) {
    if (distance === steps) continue;
    for (const [, path = ''] of read(one).matchAll(relativeImport)) {
      const next = join(one, '..', path);
      if (!found.has(next)) found.set(next, distance + 1);
    }
  }
  return [...found.keys()];
}
