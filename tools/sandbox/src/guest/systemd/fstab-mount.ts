// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMounted, mountEntry, parseFstab } from '../root/fstab.ts';
import { unmount } from '../root/mounts.ts';
import type { Service } from './service.ts';
import { mountUnitName } from './unit-file.ts';

/**
 * Returns the unit that systemd makes of a line of /etc/fstab; undefined when no line has this name.
 *
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd-fstab-generator.html
 */
export function fstabMount(root: string, name: string): Service | undefined {
  const file = join(root, 'etc/fstab');
  const entries = existsSync(file) ? parseFstab(readFileSync(file, 'utf8')) : [];
  const entry = entries.find(({ folder }) => mountUnitName(folder) === name);
  if (entry === undefined) return undefined;
  const path = join(root, entry.folder);
  return {
    name,
    description: entry.folder,
    after: [],
    before: [],
    wants: [],
    wantedBy: [],
    isGenerated: true,
    get state() {
      return isMounted(path) ? 'active' : 'inactive';
    },
    start: () =>
      Promise.resolve().then(() => {
        if (!isMounted(path)) mountEntry(root, entry);
      }),
    stop: () => {
      unmount(path);
      return Promise.resolve();
    },
  };
}
