// SPDX-License-Identifier: Apache-2.0
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Path of the addons in the manifest, relative to the manifest. */
export const ownAddonsPath = './addons';

/** Addons that replace KubeOne's own of the same name, with their file names. */
const ownAddons = { 'backups-restic': 'backups-restic.yaml' } as const;

/** Returns the path of an addon of Strata, which is a KubeOne template. */
export function ownAddonFile(name: keyof typeof ownAddons): string {
  return join(import.meta.dirname, 'addons', `${ownAddons[name]}.tmpl`);
}

/** Copies the addons into the folder of a manifest, to {@link ownAddonsPath}. */
export async function writeOwnAddons(folder: string): Promise<void> {
  for (const name of Object.keys(ownAddons) as (keyof typeof ownAddons)[]) {
    const target = join(folder, ownAddonsPath, name);
    await mkdir(target, { recursive: true });
    await cp(ownAddonFile(name), join(target, ownAddons[name]));
  }
}
