// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from './instrument/instrument.ts';

/** Returns whether a file is a source of the program, and not a test or part of a test. */
export const isSource = (name: string) =>
  name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('test-');

/** Returns the sources of a package's folders, by their paths from the root of the repository. */
export function readSources(
  root: string,
  packageName: string,
  folders: readonly string[],
): Source[] {
  return folders.flatMap((folder) => {
    const path = `packages/${packageName}/src/${folder}`;
    return readdirSync(join(root, path))
      .filter(isSource)
      .toSorted()
      .map((name) => `${path}/${name}`)
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  });
}
