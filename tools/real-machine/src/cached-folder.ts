// SPDX-License-Identifier: Apache-2.0
import { cacheDir, publishFolder } from '@strata/toolchain';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/**
 * Returns a folder of the cache; makes it at the first call.
 *
 * @param name - name of the content, for people.
 * @param facts - everything that decides the content: other facts give another folder.
 * @param fill - fills the empty folder that it gets. The folder becomes visible only when complete.
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
