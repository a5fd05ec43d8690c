// SPDX-License-Identifier: Apache-2.0
import { cacheDir, publishFolder } from '@strata/toolchain';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/**
 * A folder of the cache, made the first time it is asked for.
 *
 * @param name - of what is in it, for people.
 * @param facts - all that decides what is in it: other facts are another folder.
 * @param fill - gets an empty folder to fill. Nobody sees it before it is complete.
 * @returns its absolute path, `<cache>/machine/<name>-<16 hex digits>`.
 */
export async function cachedFolder(
  name: string,
  facts: unknown,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
  return publishFolder(join(cacheDir(), 'machine', `${name}-${key}`), fill);
}
