// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../boot-file.ts';

/** File system of a disk: mkfs writes it, blkid reads it. */
export interface FileSystem {
  readonly type: string;
  readonly label: string;
}

/**
 * Name of the folder that holds a disk's files; beside it is the description of its file system.
 */
const filesFolder = 'files';
const markerFile = 'file-system';

/**
 * Returns the name of a disk below /dev/disk/by-id, as udev makes it; undefined when it has none.
 *
 * @see https://kubevirt.io/user-guide/storage/disks_and_volumes/ serial
 */
export function diskId({ bus, serial }: Pick<Disk, 'bus' | 'serial'>): string | undefined {
  if (serial === undefined) return undefined;
  // virtio-blk keeps 20 characters of a serial number (VIRTIO_BLK_ID_BYTES).
  if (bus === 'virtio') return `virtio-${serial.slice(0, 20)}`;
  return `scsi-0QEMU_QEMU_HARDDISK_${serial}`;
}

/** Returns the file system on a device of the guest; undefined for a blank disk. */
export function fileSystemOf(device: string): FileSystem | undefined {
  const marker = join(device, markerFile);
  if (!existsSync(marker)) return undefined;
  const [type = '', label = ''] = readFileSync(marker, 'utf8').split('\n');
  return { type, label };
}

/** Makes a file system; everything that was on the disk is gone. */
export function makeFileSystem(device: string, { type, label }: FileSystem): void {
  rmSync(join(device, filesFolder), { recursive: true, force: true });
  mkdirSync(join(device, filesFolder), { recursive: true });
  writeFileSync(join(device, markerFile), `${type}\n${label}\n`);
}

/** Returns the path of a device's files. */
export function filesOf(device: string): string {
  return join(device, filesFolder);
}
