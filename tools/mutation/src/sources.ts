// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Source } from './instrument/instrument.ts';
import { modulesBehind } from './modules-behind.ts';

/** Returns whether a file is a source of the program, and not a test or part of a test. */
export const isSource = (name: string) =>
  name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('test-');

/** Part of a `package.json`. */
interface PackageFile {
  readonly main: string;
  readonly exports: Readonly<Record<string, string>>;
}

/** Returns the modules that the program or another package imports; all others are parts of tests. */
function modulesInUse(root: string, packageName: string): ReadonlySet<string> {
  const folder = `packages/${packageName}`;
  const file = `${folder}/package.json`;
  const { main, exports } = JSON.parse(readFileSync(join(root, file), 'utf8')) as PackageFile;
  const entries = [main, ...Object.values(exports)].map((entry) => join(folder, entry));
  const imports = entries.map((entry) => `import './${relative(folder, entry)}';`).join('');
  // As if the file imported what it names.
  const read = (module: string) =>
    module === file ? imports : readFileSync(join(root, module), 'utf8');
  return new Set(modulesBehind(file, read));
}

/**
 * Returns the sources of a package's folders, by their paths from the root of the repository. Modules
 * that only tests import are none.
 */
export function readSources(
  root: string,
  packageName: string,
  folders: readonly string[],
): Source[] {
  const inUse = modulesInUse(root, packageName);
  return folders.flatMap((folder) => {
    const path = `packages/${packageName}/src/${folder}`;
    return readdirSync(join(root, path))
      .filter(isSource)
      .toSorted()
      .map((name) => `${path}/${name}`)
      .filter((file) => inUse.has(file))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  });
}
