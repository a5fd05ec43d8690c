// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Source of the files of a repository: a disk, a commit, or files that a generator is about to write.
 * Paths are from the root of the repository.
 */
export interface FileSource {
  /** Returns the names in a folder; none if there is no such folder. */
  readonly list: (folder: string) => readonly string[];
  /** Returns the text of a file, or undefined when there is no such file. */
  readonly read: (file: string) => string | undefined;
}

/** Source without files. */
export const noFiles: FileSource = { list: () => [], read: () => undefined };

/** Returns the files of a repository on disk. */
export function diskFiles(root: string): FileSource {
  return {
    list: (folder) => {
      const path = join(root, folder);
      return existsSync(path) ? readdirSync(path).sort() : [];
    },
    read: (file) => {
      const path = join(root, file);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
  };
}
