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

/** Files with the bytes of a disk, and with those of its file system. */
const sizeFile = 'size';
const fileSystemSizeFile = 'file-system-size';

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

/** Makes a disk blank. */
export function eraseDisk(device: string): void {
  rmSync(join(device, markerFile), { force: true });
  rmSync(join(device, fileSystemSizeFile), { force: true });
  rmSync(join(device, filesFolder), { recursive: true, force: true });
}

/**
 * Makes a file system; everything that was on the disk is gone.
 *
 * @throws Error when there is no such device, as mkfs fails.
 */
export function makeFileSystem(device: string, { type, label }: FileSystem): void {
  eraseDisk(device);
  mkdirSync(join(device, filesFolder));
  writeFileSync(join(device, markerFile), `${type}\n${label}\n`);
  growFileSystem(device);
}

/** Sets the size of a disk. @returns The size that it had; undefined for one without a size. */
export function setDiskSize(device: string, size: number): number | undefined {
  const before = bytesIn(device, sizeFile);
  if (before !== size) writeFileSync(join(device, sizeFile), `${size}\n`);
  return before;
}

/**
 * Makes the file system of a disk as large as the disk is at the moment. Like resize2fs, it is content
 * where there is nothing to do.
 *
 * @returns Whether the file system has grown.
 */
export function growFileSystem(device: string): boolean {
  const size = bytesIn(device, sizeFile);
  const before = bytesIn(device, fileSystemSizeFile);
  if (size === undefined || (before !== undefined && before >= size)) return false;
  writeFileSync(join(device, fileSystemSizeFile), `${size}\n`);
  return true;
}

function bytesIn(device: string, file: string): number | undefined {
  const path = join(device, file);
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : undefined;
}

/** Returns the path of a device's files. */
export function filesOf(device: string): string {
  return join(device, filesFolder);
}
