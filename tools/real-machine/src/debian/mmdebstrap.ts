// SPDX-License-Identifier: Apache-2.0
import { readdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { cachedFolder } from '../cached-folder.ts';
import { MissingPrerequisite } from '../missing-prerequisite.ts';
import { findOnPath, runCommand } from '../run-command.ts';

/** Debian release from which everything here is made. */
export const suite = 'trixie';

/** Returns the mirror of Debian's packages. When none is named, mmdebstrap uses Debian's own. */
const mirror = () => {
  const { STRATA_DEBIAN_MIRROR: named } = process.env;
  return named === undefined ? [] : [named];
};

/** Recipe for a tree of Debian's packages. */
export interface DebianRecipe {
  readonly packages: readonly string[];
  /**
   * `minbase` installs a system that boots; `extract` only unpacks packages and runs none of their
   * scripts.
   *
   * See VARIANTS in mmdebstrap(1).
   */
  readonly variant: 'minbase' | 'extract';
  /** Further options of mmdebstrap. */
  readonly options?: readonly string[];
}

/**
 * Returns the path of the script mmdebstrap: the one on PATH, else the one in Debian's or Ubuntu's
 * package, which is unpacked into the cache and not installed.
 */
async function findMmdebstrap(): Promise<string> {
  const installed = await findOnPath('mmdebstrap');
  if (installed !== undefined) return installed;
  for (const program of ['apt-get', 'dpkg-deb', 'perl']) {
    if ((await findOnPath(program)) !== undefined) continue;
    throw new MissingPrerequisite(`no mmdebstrap, and no ${program} to get its package`);
  }
  const folder = await cachedFolder('mmdebstrap', [], async (target) => {
    try {
      await runCommand(['apt-get', 'download', '--quiet', 'mmdebstrap'], { cwd: target });
      const [archive = ''] = await readdir(target);
      await runCommand(['dpkg-deb', '--extract', archive, '.'], { cwd: target });
    } catch (error) {
      throw new MissingPrerequisite(`no mmdebstrap on PATH or from apt: ${String(error)}`);
    }
  });
  return join(folder, 'usr/bin/mmdebstrap');
}

/**
 * Makes a tree of Debian's packages with all their dependencies.
 *
 * @param target - path of a folder that does not exist yet, or of a file whose name ends in `.tar`.
 * @throws MissingPrerequisite when the packages cannot be downloaded.
 */
export async function makeDebianTree(recipe: DebianRecipe, target: string): Promise<void> {
  const program = await findMmdebstrap();
  const { variant, packages, options = [] } = recipe;
  const include = `--include=${packages.join(',')}`;
  const command = [program, `--variant=${variant}`, include, ...options, suite, target];
  try {
    // mmdebstrap calls mmtarfilter, which is in the same folder.
    const path = `${dirname(program)}${delimiter}${process.env.PATH ?? ''}`;
    await runCommand([...command, ...mirror()], { env: { ...process.env, PATH: path } });
  } catch (error) {
    throw new MissingPrerequisite(`Debian's packages cannot be unpacked: ${String(error)}`);
  }
}
