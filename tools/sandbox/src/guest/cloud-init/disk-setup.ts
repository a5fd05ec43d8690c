// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileSystemOf, makeFileSystem, type FileSystem } from '../root/disks.ts';
import { mountFstab, parseFstab } from '../root/fstab.ts';
import type { UserData } from './user-data.ts';

/**
 * Fields of a mount that sets none, as in cloud-init.
 *
 * @see https://github.com/canonical/cloud-init/blob/24.4/cloudinit/config/cc_mounts.py `default_mount_options`
 */
const defaultMount = [
  '',
  '',
  'auto',
  'defaults,nofail,x-systemd.after=cloud-init-network.service,_netdev',
  '0',
  '2',
];

/** Option that marks the lines of cloud-init, which does not change any other ones. */
const ownMark = 'comment=cloudconfig';

type FileSystemSetup = UserData['fs_setup'][number];

/** Returns what happens to a disk, depending on what is on it and on the configured partition. */
export function decideFileSystem(
  found: FileSystem | undefined,
  { partition, filesystem, label = '' }: FileSystemSetup,
): 'keep' | 'format' | 'skip' {
  // "none" means the whole disk, which is formatted whatever is on it: `overwrite: false` changes
  // nothing.
  if (partition === 'none' || found === undefined) return 'format';
  const matches = found.type === filesystem && (partition === 'any' || found.label === label);
  return matches ? 'keep' : 'skip';
}

/**
 * Makes one file system, in the cases in which cloud-init would; returns a line that says what was
 * done.
 *
 * @see https://github.com/canonical/cloud-init/blob/24.4/cloudinit/config/cc_disk_setup.py mkfs
 */
export function setUpFileSystem(root: string, setup: FileSystemSetup): string {
  const { device, filesystem: type, label = '' } = setup;
  const path = join(root, device);
  if (!existsSync(path)) throw new Error(`Device ${device} did not exist and was not created`);
  const found = fileSystemOf(path);
  const on = found === undefined ? 'blank' : `${found.type} "${found.label}"`;
  switch (decideFileSystem(found, setup)) {
    case 'keep':
      return `${device}: ${on} is kept`;
    case 'skip':
      return `${device}: ${on} does not match the request, no file system is made`;
    case 'format':
      makeFileSystem(path, { type, label });
      return `${device}: new ${type} "${label}" (was ${on})`;
  }
}

/** Renders a mount as a line of /etc/fstab, with cloud-init's mark. */
export function fstabLine(mount: UserData['mounts'][number]): string {
  const fields = defaultMount.map((fallback, index) => mount[index] ?? fallback);
  return `${fields.with(3, `${fields[3] ?? ''},${ownMark}`).join('\t')}\n`;
}

/**
 * Adds the mounts to /etc/fstab, once each, and mounts them; returns lines that say what was done.
 */
export function setUpMounts(root: string, mounts: UserData['mounts']): string[] {
  const file = join(root, 'etc/fstab');
  const known = existsSync(file) ? parseFstab(readFileSync(file, 'utf8')) : [];
  const told: string[] = [];
  for (const entry of mounts) {
    const [device = '', folder = ''] = entry;
    if (known.some((one) => one.folder === folder)) continue;
    mkdirSync(join(root, 'etc'), { recursive: true });
    appendFileSync(file, fstabLine(entry));
    told.push(`${device ?? ''} on ${folder ?? ''}`);
  }
  mountFstab(root);
  return told;
}
