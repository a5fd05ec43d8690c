// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tell } from '../console.ts';
import { fileSystemOf, filesOf } from './disks.ts';
import { bind } from './mounts.ts';

/** The fields of a line of /etc/fstab that are used here. */
export interface MountEntry {
  readonly device: string;
  readonly folder: string;
  /** Type of the file system; `auto` accepts any. */
  readonly type: string;
  /** Whether a boot goes on without it. @default no */
  readonly mayFail?: boolean;
}

/** Parses an fstab; leaves out comments and swap. */
export function parseFstab(text: string): MountEntry[] {
  return text.split('\n').flatMap((line) => {
    const fields = line.replace(/#.*/, '').trim().split(/\s+/);
    const [device = '', folder = '', type = 'auto', options = ''] = fields;
    if (device === '' || folder === 'none') return [];
    const mayFail = options.split(',').includes('nofail');
    return [{ device, folder, type, ...(mayFail && { mayFail }) }];
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

/**
 * Mounts everything in /etc/fstab, as a boot does. Each problem is told.
 *
 * @returns Whether the boot may go on: all is mounted but what has the option `nofail`.
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd.mount.html (nofail)
 */
export function mountAtBoot(root: string, tell: Tell): boolean {
  const file = join(root, 'etc/fstab');
  const entries = existsSync(file) ? parseFstab(readFileSync(file, 'utf8')) : [];
  const failed = entries.filter((entry) => {
    try {
      if (!isMounted(join(root, entry.folder))) mountEntry(root, entry);
      return false;
    } catch (error) {
      tell((error as Error).message);
      return true;
    }
  });
  return failed.every(({ mayFail }) => mayFail === true);
}

/** Returns whether something is mounted at a path. */
export function isMounted(path: string): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return mounts.some((line) => line.split(' ')[1]?.replaceAll('\\040', ' ') === path);
}
