// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { locksFolder, stateFile, type StateName } from './file-backend.ts';

const ending = '.attrs';

function isWhole(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

/**
 * What was cut off of the attributes of a stack's state, its backup and its locks. The library
 * behind a file backend without `metadata=skip` writes them into a file beside each, in place: who is
 * killed in that moment leaves an empty one, and every command fails from then on ("failed to load
 * checkpoint: EOF"). Without attributes a file is read as it is; nothing in them is needed.
 *
 * While an update runs, what is just being written counts as cut off.
 *
 * @returns the files.
 * @see https://github.com/google/go-cloud/blob/v0.46.0/blob/fileblob/attrs.go (setAttrs, getAttrs)
 */
export function cutOffAttributes(backend: string, name: StateName): string[] {
  const state = stateFile(backend, name);
  const folders = [
    { folder: dirname(state), begins: `${basename(state)}.` },
    { folder: locksFolder(backend, name), begins: '' },
  ];
  const files = folders.flatMap(({ folder, begins }) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => file.startsWith(begins) && file.endsWith(ending))
          .map((file) => join(folder, file))
      : [],
  );
  return files.filter((file) => !isWhole(file));
}

/**
 * Removes {@link cutOffAttributes}. Call it only while no update runs.
 *
 * @returns the files that were removed.
 */
export function removeCutOffAttributes(backend: string, name: StateName): string[] {
  const cutOff = cutOffAttributes(backend, name);
  for (const file of cutOff) rmSync(file, { force: true });
  return cutOff;
}
