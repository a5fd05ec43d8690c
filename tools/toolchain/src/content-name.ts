// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { ResolvedBinary } from './resolved-toolchain.ts';

/**
 * Returns 16 hex digits that identify a set of binaries. Other paths, or other files at the same
 * paths (after a package upgrade), give other digits.
 */
export async function contentName(binaries: readonly ResolvedBinary[]): Promise<string> {
  const facts = await Promise.all(
    binaries.map(async ({ binary, path, source }) => {
      const { size, mtimeMs } = await stat(path);
      return [binary, path, source, size, mtimeMs];
    }),
  );
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}
