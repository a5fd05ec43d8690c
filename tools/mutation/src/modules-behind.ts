// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path/posix';

const relativeImport = /(?:from|import)\s*\(?\s*'(\.[^']*\.ts)'/g;

/**
 * Returns a module and the modules that it imports by relative paths, which are those of its own
 * package.
 *
 * @param read - returns the text of a module.
 * @param steps - maximal length of a chain of imports.
 */
export function modulesBehind(
  module: string,
  read: (module: string) => string,
  steps = Infinity,
): string[] {
  const found = new Map([[module, 0]]);
  // The iteration also visits entries that are added to the map meanwhile.
  for (const [one, distance] of found) {
    if (distance === steps) continue;
    for (const [, path = ''] of read(one).matchAll(relativeImport)) {
      const next = join(one, '..', path);
      if (!found.has(next)) found.set(next, distance + 1);
    }
  }
  return [...found.keys()];
}

/**
 * Returns, for each module that these import by relative paths, those of them that import it.
 *
 * @param read - returns the text of a module.
 */
export function importersIn(
  modules: readonly string[],
  read: (module: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const importer of modules) {
    for (const imported of modulesBehind(importer, read, 1).slice(1)) {
      importers.set(imported, [...(importers.get(imported) ?? []), importer]);
    }
  }
  return importers;
}

/** Returns a module and the modules that import it, directly or through others. */
export function modulesInFront(
  module: string,
  importers: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const found = new Set([module]);
  // The iteration also visits entries that are added to the set meanwhile.
  for (const one of found) importers.get(one)?.forEach((importer) => found.add(importer));
  return found;
}
