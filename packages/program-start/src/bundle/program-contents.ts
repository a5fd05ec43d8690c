// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { versions } from 'node:process';

/** Everything that a bundle of a program depends on. */
export interface ProgramContents {
  /** Hash of all of it: 16 hexadecimal digits. */
  readonly key: string;
  /** Absolute paths of the files of this repository that the hash covers. */
  readonly files: ReadonlySet<string>;
}

/** Folders of packages that no program runs code of. */
const apart: ReadonlySet<string> = new Set(['bad-environments', 'node_modules', 'test', 'testing']);

/** Files that may be code of a program; all else it reads where it lies, in a bundle or not. */
const isCode = (name: string) => /\.([cm]?[jt]s|json)$/.test(name) && !name.endsWith('.test.ts');

/** Files of a tool that packages of programs import, which no `package.json` of theirs names. */
const ofTools = ['tools/toolchain/src/cache-dir.ts', 'tools/toolchain/src/toolchain-error.ts'];

/** The packages that npm has installed, and those that it should; other installers lack the first. */
const locks = ['node_modules/.package-lock.json', 'package-lock.json'] as const;

/**
 * Returns the folders of a package and of the packages of this repository that it depends on.
 *
 * @param folder - absolute path.
 */
function packageFolders(root: string, folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    if (!name.startsWith('@strata/')) continue;
    packageFolders(root, realpathSync(join(root, 'node_modules', name)), found);
  }
  return found;
}

/** Returns the files below folders, in an order that does not depend on the file system. */
function filesBelow(folders: Iterable<string>): string[] {
  const left = [...folders];
  const files: string[] = [];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) {
        if (!apart.has(entry.name)) left.push(`${folder}/${entry.name}`);
      } else if (isCode(entry.name)) files.push(`${folder}/${entry.name}`);
    }
  }
  return files.sort();
}

/** A file that is gone counts as an empty one. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Reads what a bundle of a program depends on: the version of Node, the place of the repository, what
 * npm has installed, and the content of all code in the packages that the program depends on. Files of
 * libraries are in the seal of a bundle.
 *
 * @param root - the repository.
 * @param folder - of the program's package.
 */
export function programContents(root: string, folder: string): ProgramContents {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([versions.node, versions.v8, root, folder]));
  const tools = ofTools.map((name) => join(root, name));
  const files = [...filesBelow(packageFolders(root, folder)), ...tools];
  for (const file of [...locks.map((name) => join(root, name)), ...files]) {
    const content = contentOf(file);
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return { key: hash.digest('hex').slice(0, 16), files: new Set(files) };
}
