// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileSystemOf, filesOf } from './disks.ts';
import { bind } from './mounts.ts';

/** The fields of a line of /etc/fstab that are used here. */
export interface MountEntry {
  readonly device: string;
  readonly folder: string;
  /** Type of the file system; `auto` accepts any. */
  readonly type: string;
}

/** Parses an fstab; leaves out comments and swap. */
export function parseFstab(text: string): MountEntry[] {
  return text.split('\n').flatMap((line) => {
    const [device = '', folder = '', type = 'auto'] = line.replace(/#.*/, '').trim().split(/\s+/);
    return device === '' || folder === 'none' ? [] : [{ device, folder, type }];
  });
}

/**
 * Mounts the files of a disk at a folder.
 *
 * @throws Error with mount's own words when the disk does not exist, or its file system is missing
 *   or wrong.
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

/**
 * Mounts everything in /etc/fstab that is not mounted yet.
 *
 * @throws Error at the first mount that fails
 */
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
