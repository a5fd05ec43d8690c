// SPDX-License-Identifier: Apache-2.0
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the manifest says: relative to the manifest. */
export const ownAddonsPath = './addons';

/** Addons that KubeOne takes instead of its own of the same name, and their files here. */
const ownAddons = { 'backups-restic': 'backups-restic.yaml' } as const;

/** The text of an addon of ours, a template of KubeOne. */
export function ownAddonFile(name: keyof typeof ownAddons): string {
  return join(import.meta.dirname, 'addons', `${ownAddons[name]}.tmpl`);
}

/** Puts the addons beside a manifest, where {@link ownAddonsPath} points to. */
export async function writeOwnAddons(folder: string): Promise<void> {
  for (const name of Object.keys(ownAddons) as (keyof typeof ownAddons)[]) {
    const target = join(folder, ownAddonsPath, name);
    await mkdir(target, { recursive: true });
    await cp(ownAddonFile(name), join(target, ownAddons[name]));
  }
}
