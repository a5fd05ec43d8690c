// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileSystemOf, filesOf } from './disks.ts';
import { bind } from './mounts.ts';

/** A line of /etc/fstab, as far as it matters. */
export interface MountEntry {
  readonly device: string;
  readonly folder: string;
  /** `auto` takes what is there. */
  readonly type: string;
}

/** The entries of an fstab; comments and swap are left out. */
export function parseFstab(text: string): MountEntry[] {
  return text.split('\n').flatMap((line) => {
    const [device = '', folder = '', type = 'auto'] = line.replace(/#.*/, '').trim().split(/\s+/);
    return device === '' || folder === 'none' ? [] : [{ device, folder, type }];
  });
}

/**
 * Shows the files of a disk at a folder.
 *
 * @throws Error with mount's own words when there is no such disk, or nothing on it.
 */
export function mountEntry(root: string, { device, folder, type }: MountEntry): void {
  const source = join(root, device);
  if (!existsSync(source)) throw new Error(`${folder}: special device ${device} does not exist.`);
  const found = fileSystemOf(source);
  if (found === undefined || (type !== 'auto' && type !== found.type)) {
    throw new Error(`${folder}: wrong fs type, bad option, bad superblock on ${device}`);
  }
  mkdirSync(join(root, folder), { recursive: true });
  bind(filesOf(source), join(root, folder));
}

/** Mounts everything in /etc/fstab that is not mounted yet. @throws Error at the first that fails */
export function mountFstab(root: string): void {
  const file = join(root, 'etc/fstab');
  if (!existsSync(file)) return;
  for (const entry of parseFstab(readFileSync(file, 'utf8'))) {
    if (!isMounted(join(root, entry.folder))) mountEntry(root, entry);
  }
}

function isMounted(path: string): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return mounts.some((line) => line.split(' ')[1]?.replaceAll('\\040', ' ') === path);
}
