// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Number of modules from which on the cache is emptied. A run of all tests adds about 25,000,
 * because each copy of the repository that a test makes has other paths, and Node removes none.
 */
const mostModules = 50_000;

/**
 * Empties Node's cache of compiled modules if it has become large; Node fills it again. Other programs
 * may use it meanwhile.
 *
 * @param folder - value of NODE_COMPILE_CACHE: one folder for each version of Node is in it.
 * @returns whether it was emptied.
 * @see https://nodejs.org/docs/latest-v24.x/api/module.html#module-compile-cache
 */
export function emptyLargeCache(folder: string | undefined, limit = mostModules): boolean {
  if (folder === undefined || !existsSync(folder)) return false;
  try {
    if (countModules(folder) <= limit) return false;
    for (const name of readdirSync(folder)) {
      // Under a name to which no program writes.
      const aside = join(folder, `old-${process.pid}`);
      renameSync(join(folder, name), aside);
      rmSync(aside, { recursive: true, force: true, maxRetries: 3 });
    }
  } catch (error) {
    // Another run of all tests is removing it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return true;
}

function countModules(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readdirSync(join(folder, name)).length)
    .reduce((sum, count) => sum + count, 0);
}
