// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ManifestError, sha256, writeFileAtomically } from '@strata/manifests';

const sumsFile = 'sha256sums.txt';
/** File that marks a folder as that of a bundle that is being written, or was not written to its end. */
const markFile = 'unfinished.txt';
const markText = 'This bundle is not complete. Make it again.\n';

/** Files that every bundle has. */
const always = ['images.txt', 'mirror-images.sh'];

/** Returns the paths of all files below a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Returns whether a folder has a bundle, whole or begun, and nothing else. */
function isBundle(folder: string): boolean {
  if (existsSync(join(folder, markFile))) return true;
  if (!existsSync(join(folder, sumsFile))) return false;
  const lines = readFileSync(join(folder, sumsFile), 'utf8').split('\n');
  const listed = new Set(lines.flatMap((line) => /^[0-9a-f]{64} {2}(.+)$/.exec(line)?.[1] ?? []));
  return (
    always.every((file) => listed.has(file)) &&
    filesIn(folder).every((file) => file === sumsFile || listed.has(file))
  );
}

/**
 * Makes a folder ready for a bundle: removes an earlier one, its checksums first, so that a folder with checksums is
 * always complete.
 *
 * @throws ManifestError when there is anything else in the folder.
 */
export function beginBundle(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder);
  if (names.length > 0 && !isBundle(folder)) {
    throw new ManifestError(
      `${folder} has files that are not of a bundle: name an empty folder, or a new one. Nothing was changed.`,
    );
  }
  writeFileAtomically(join(folder, markFile), markText);
  rmSync(join(folder, sumsFile), { force: true });
  for (const name of names) {
    if (name !== markFile) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Writes the checksums of all files of a bundle in the format of sha256sum: the bundle is complete. */
export function endBundle(folder: string): void {
  const files = filesIn(folder).filter((path) => path !== markFile);
  const lines = files.map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`);
  writeFileAtomically(join(folder, sumsFile), lines.join(''));
  rmSync(join(folder, markFile));
}
