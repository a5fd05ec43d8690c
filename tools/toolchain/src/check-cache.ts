// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MachineCheck } from './machine-check.ts';
import { codeOf } from './toolchain-error.ts';

/** Throws when a folder cannot be written, or be made where it does not exist. */
async function requireWritable(folder: string): Promise<void> {
  try {
    // A path that ends with a slash is one of a folder.
    await access(`${folder}/`, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || folder === dirname(folder)) throw error;
    await requireWritable(dirname(folder));
  }
}

/** Returns the check of the folder that tools are kept in: none when it can be written. */
export async function checkCache(folder: string): Promise<MachineCheck[]> {
  try {
    await requireWritable(folder);
    return [];
  } catch (error) {
    const found = `${folder} cannot be written (${codeOf(error)})`;
    return [
      { what: 'cache', found, fix: 'set STRATA_CACHE_DIR to a folder that you may write to' },
    ];
  }
}
