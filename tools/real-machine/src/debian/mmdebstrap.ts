// SPDX-License-Identifier: Apache-2.0
import { readdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { cachedFolder } from '../cached-folder.ts';
import { MissingPrerequisite } from '../missing-prerequisite.ts';
import { findOnPath, runCommand } from '../run-command.ts';

/** The release of Debian that everything here is made of. */
export const suite = 'trixie';

/** Where its packages come from; without one named, mmdebstrap knows Debian's own. */
const mirror = () => {
  const { STRATA_DEBIAN_MIRROR: named } = process.env;
  return named === undefined ? [] : [named];
};

/** What a tree of Debian's packages is made of. */
export interface DebianRecipe {
  readonly packages: readonly string[];
  /**
   * `minbase` installs a system that boots, `extract` unpacks packages and runs nothing of them.
   *
   * See VARIANTS in mmdebstrap(1).
   */
  readonly variant: 'minbase' | 'extract';
  /** Further options of mmdebstrap. */
  readonly options?: readonly string[];
}

/**
 * The script mmdebstrap: that of PATH, else the one in Debian's or Ubuntu's package, which is
 * unpacked in the cache and not installed.
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
 * Makes a tree of Debian's packages with all that they depend on.
 *
 * @param target - a folder that does not exist yet, or a file whose name ends in `.tar`.
 * @throws MissingPrerequisite when the packages cannot be had.
 */
export async function makeDebianTree(recipe: DebianRecipe, target: string): Promise<void> {
  const program = await findMmdebstrap();
  const { variant, packages, options = [] } = recipe;
  const include = `--include=${packages.join(',')}`;
  const command = [program, `--variant=${variant}`, include, ...options, suite, target];
  try {
    // It calls mmtarfilter, which is beside it.
    const path = `${dirname(program)}${delimiter}${process.env.PATH ?? ''}`;
    await runCommand([...command, ...mirror()], { env: { ...process.env, PATH: path } });
  } catch (error) {
    throw new MissingPrerequisite(`Debian's packages cannot be unpacked: ${String(error)}`);
  }
}
