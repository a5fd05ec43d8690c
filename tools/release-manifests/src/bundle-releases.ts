// SPDX-License-Identifier: Apache-2.0
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256, writeFileAtomically } from '@strata/manifests';
import { bundleManifests } from '@strata/manifests/bundle';
import type { ManifestOptions } from '@strata/manifests/bundle';
import type { Scope } from './command-line.ts';
import { componentsOf } from './components-of.ts';
import { imagesOf } from './images-of.ts';
import { mirrorScript } from './mirror-script.ts';

const sumsFile = 'sha256sums.txt';

/** Content of a bundle. */
export interface Bundle {
  readonly scope: Scope;
  /** Images that the releases do not name, such as operating systems of VMs. @default [] */
  readonly images?: readonly string[];
}

/**
 * Returns the checksums of every file of a folder, except the file of checksums itself, in the
 * format of sha256sum.
 */
function sumsOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== sumsFile)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
    .map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`)
    .join('');
}

/**
 * Writes everything that a site without network needs to install releases: the manifests, the list
 * of images, and a script that copies the images into a registry. The checksums are written last,
 * so a folder with checksums is complete; `sha256sum -c sha256sums.txt` checks it.
 *
 * @throws ManifestError as `ensureManifests` does.
 */
export async function bundleReleases(
  folder: string,
  { scope, images: more = [] }: Bundle,
  options: ManifestOptions = {},
): Promise<void> {
  const images = [...new Set([...imagesOf(scope), ...more])].sort();
  await bundleManifests(folder, { components: componentsOf(scope), ...options });
  writeFileAtomically(join(folder, 'images.txt'), images.map((image) => `${image}\n`).join(''));
  const script = join(folder, 'mirror-images.sh');
  writeFileAtomically(script, mirrorScript(images));
  chmodSync(script, 0o755);
  writeFileAtomically(join(folder, sumsFile), sumsOf(folder));
  options.report?.line(`${images.length} images are listed in ${join(folder, 'images.txt')}.`);
}
