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
 * Returns the cut-off attribute files of a stack's state, its backup and its locks. Without
 * `metadata=skip`, the library behind a file backend writes the attributes of each file into a
 * second file, in place. A process that is killed at that moment leaves an empty one, and every
 * command fails from then on ("failed to load checkpoint: EOF"). A file without attributes is read
 * normally; nothing in them is needed.
 *
 * While an update runs, a file that is just being written counts as cut off.
 *
 * @returns the paths of the files.
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
 * @returns the paths of the removed files.
 */
export function removeCutOffAttributes(backend: string, name: StateName): string[] {
  const cutOff = cutOffAttributes(backend, name);
  for (const file of cutOff) rmSync(file, { force: true });
  return cutOff;
}
