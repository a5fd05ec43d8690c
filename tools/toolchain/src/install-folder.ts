// SPDX-License-Identifier: Apache-2.0
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { codeOf } from './toolchain-error.ts';

/** Moves the folder `bin` of a claim to its place in the cache, all at once. */
export async function installFolder(claim: Claim, target: string): Promise<void> {
  try {
    // Moves an incomplete folder (somebody deleted a binary) out of the way of the complete one.
    await rename(target, join(claim.folder, 'incomplete'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  await rename(join(claim.folder, 'bin'), target);
}
