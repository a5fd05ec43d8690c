// SPDX-License-Identifier: Apache-2.0
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '@strata/manifests';
import { bundleManifests } from '@strata/manifests/bundle';
import type { ManifestOptions } from '@strata/manifests/bundle';
import { beginBundle, endBundle } from './bundle-folder.ts';
import type { Scope } from './command-line.ts';
import { componentsOf } from './components-of.ts';
import { imagesOf } from './images-of.ts';
import { mirrorScript } from './mirror-script.ts';

/** Content of a bundle. */
export interface Bundle {
  readonly scope: Scope;
  /** Images that the releases do not name, such as operating systems of VMs. @default [] */
  readonly images?: readonly string[];
}

/**
 * Writes everything that a site without network needs to install releases: the manifests, the list
 * of images, and a script that copies the images into a registry. The checksums are written last,
 * so a folder with checksums is complete; `sha256sum -c sha256sums.txt` checks it. An earlier bundle in the folder is
 * replaced.
 *
 * @throws ManifestError as `ensureManifests` does, and when the folder has other files.
 */
export async function bundleReleases(
  folder: string,
  { scope, images: more = [] }: Bundle,
  options: ManifestOptions = {},
): Promise<void> {
  const images = [...new Set([...imagesOf(scope), ...more])].sort();
  beginBundle(folder);
  await bundleManifests(folder, { components: componentsOf(scope), ...options });
  writeFileAtomically(join(folder, 'images.txt'), images.map((image) => `${image}\n`).join(''));
  const script = join(folder, 'mirror-images.sh');
  writeFileAtomically(script, mirrorScript(images));
  chmodSync(script, 0o755);
  endBundle(folder);
  options.report?.line(`${images.length} images are listed in ${join(folder, 'images.txt')}.`);
}
