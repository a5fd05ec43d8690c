// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file in `node_modules`: path from the repository, bytes, and milliseconds since 1970. */
type InstalledFile = readonly [path: string, size: number, changedAt: number];

/**
 * Hash of a bundle, and the files of `node_modules` that it has. It lies beside the bundle, and says
 * whether a file that has the name of a bundle is one: a computer that crashes may leave a part of it, or
 * nothing, and a program without code would ask for the deletion of everything.
 */
interface Seal {
  readonly sha256: string;
  readonly installed: readonly InstalledFile[];
}

/** Path of the seal of a bundle. */
const sealOf = (bundle: string) => bundle.replace(/\.mjs$/, '.seal');

const hashOf = (contents: Uint8Array) => createHash('sha256').update(contents).digest('hex');

/** A file that is gone has no bytes. */
function look(root: string, path: string): InstalledFile {
  const { mtimeMs = 0, size = 0 } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {};
  return [path, size, mtimeMs];
}

/** Path of the `package.json` that says which file of a package Node loads. */
const packageOf = (path: string) =>
  path.replace(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1/package.json');

/**
 * Seals a bundle that is about to be put in place.
 *
 * @param bundle - its path.
 * @param inputs - paths from the repository of the files in `node_modules` that it has.
 * @param since - when its building began, in milliseconds since 1970.
 * @returns path and text of the seal; undefined if one of the files was changed meanwhile.
 */
export function seal(
  root: string,
  bundle: { readonly path: string; readonly contents: Uint8Array },
  inputs: readonly string[],
  since: number,
): { readonly path: string; readonly contents: string } | undefined {
  const paths = new Set([...inputs, ...inputs.map(packageOf)]);
  const installed = [...paths].sort().map((path) => look(root, path));
  const now = Date.now();
  if (installed.some(([, , changedAt]) => changedAt >= since && changedAt <= now)) return undefined;
  const contents: Seal = { sha256: hashOf(bundle.contents), installed };
  return { path: sealOf(bundle.path), contents: JSON.stringify(contents) };
}

/** Returns whether a bundle is all that was built, of files in `node_modules` that are still the same. */
export function isSealed(root: string, bundle: string): boolean {
  try {
    const { installed, sha256 } = JSON.parse(readFileSync(sealOf(bundle), 'utf8')) as Seal;
    return (
      hashOf(readFileSync(bundle)) === sha256 &&
      installed.every(([path, size, changedAt]) => {
        const found = look(root, path);
        return found[1] === size && found[2] === changedAt;
      })
    );
  } catch {
    return false;
  }
}
