// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BootFile, Disk } from '../boot-file.ts';
import { diskId, setDiskSize } from './disks.ts';
import { addImage, addKubernetes } from './image.ts';
import { bind, freeze, mountProcesses, mountTemporary, unmount } from './mounts.ts';
import type { DiskEvent } from './udev-rules.ts';

/** Folders that the root disk keeps. /run and /tmp are in memory, as with systemd. */
const persistentFolders = ['etc', 'var', 'opt', 'root', 'home', 'srv'] as const;

const devices = ['null', 'zero', 'full', 'random', 'urandom'] as const;

/** Files in /etc of the image, which are written to a fresh disk. */
const imageFiles: Readonly<Record<string, string>> = {
  'etc/passwd': 'root:x:0:0:root:/root:/bin/bash\n',
  'etc/group': 'root:x:0:\n',
  'etc/shadow': 'root:*:19700:0:99999:7:::\n',
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  'etc/os-release': 'ID=strata-guest\nNAME="Strata guest"\nPRETTY_NAME="Strata sandbox guest"\n',
};

function addDevices(root: string): void {
  mkdirSync(join(root, 'dev/disk/by-id'), { recursive: true });
  mkdirSync(join(root, 'dev/shm'), { mode: 0o1777 });
  for (const name of devices) {
    writeFileSync(join(root, 'dev', name), '');
    bind(join('/dev', name), join(root, 'dev', name));
  }
  symlinkSync('/proc/self/fd', join(root, 'dev/fd'));
  symlinkSync('/proc/self/fd/0', join(root, 'dev/stdin'));
  symlinkSync('/proc/self/fd/1', join(root, 'dev/stdout'));
  symlinkSync('/proc/self/fd/2', join(root, 'dev/stderr'));
}

function addRootDisk(root: string, boot: BootFile): void {
  for (const folder of persistentFolders) {
    mkdirSync(join(boot.rootDisk, folder), { recursive: true });
    mkdirSync(join(root, folder), { recursive: true });
    bind(join(boot.rootDisk, folder), join(root, folder));
  }
  for (const [path, text] of Object.entries(imageFiles)) {
    if (existsSync(join(root, path))) continue;
    writeFileSync(join(root, path), text, { mode: path === 'etc/shadow' ? 0o640 : 0o644 });
  }
  writeFileSync(join(root, 'etc/hostname'), `${boot.name}\n`);
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost\n127.0.1.1 ${boot.name}\n`);
  mkdirSync(join(root, 'var/tmp'), { recursive: true });
  // On the disk, the link's target does not exist, so look for its name instead of following it.
  if (!readdirSync(join(root, 'var')).includes('run')) symlinkSync('../run', join(root, 'var/run'));
}

/**
 * Creates the guest's file system and returns its path: libraries and tools of the machine that
 * runs the sandbox, read-only; the image's own programs; and the folders that the root disk keeps.
 */
export function createRootFileSystem(boot: BootFile): string {
  // The caller has given this process its own UTS namespace.
  if (spawnSync('hostname', [boot.name]).status !== 0) throw new Error('cannot set the host name');
  const root = join(boot.guestDir, 'root');
  mkdirSync(root, { recursive: true });
  mountTemporary(root);
  for (const folder of ['proc', 'run', 'mnt', 'sys']) mkdirSync(join(root, folder));
  mkdirSync(join(root, 'tmp'), { mode: 0o1777 });
  mountProcesses(join(root, 'proc'));
  addDevices(root);
  addImage(root, boot);
  addRootDisk(root, boot);
  addKubernetes(root, boot);
  // Systems with Ignition have a read-only /usr.
  if (boot.reads === 'ignition') freeze(join(root, 'usr'));
  return root;
}

/**
 * The disks in /dev, by the names of the kernel, and in /dev/disk/by-id. They may be added, grow and be
 * removed while the guest runs.
 */
export class DeviceFolder {
  private readonly root: string;
  private readonly onGrowth: (event: DiskEvent) => void;
  /** Names that the kernel gave the disks, by their ids. */
  private readonly present = new Map<string, string>();

  /** @param onGrowth - Called when a disk has become larger, as the kernel tells udev. */
  constructor(root: string, onGrowth: (event: DiskEvent) => void) {
    this.root = root;
    this.onGrowth = onGrowth;
  }

  /** Returns whether a disk is in /dev. */
  has(disk: Disk): boolean {
    const id = diskId(disk);
    return id !== undefined && this.present.has(id);
  }

  /** Shows exactly these disks. @returns The changes, as a kernel would print them. */
  show(disks: readonly Disk[]): string[] {
    const wanted = new Map<string, Disk>();
    for (const disk of disks) {
      const id = diskId(disk);
      if (id !== undefined) wanted.set(id, disk);
    }
    const gone = [...this.present.keys()].filter((id) => !wanted.has(id));
    return [
      ...gone.map((id) => this.remove(id)),
      ...[...wanted].flatMap(([id, disk]) =>
        this.present.has(id) ? this.resize(id, disk) : [this.add(id, disk)],
      ),
    ];
  }

  private remove(id: string): string {
    unmount(this.pathOf(id));
    rmdirSync(this.pathOf(id));
    rmSync(join(this.root, 'dev', this.present.get(id) ?? ''), { force: true });
    this.present.delete(id);
    return `disk ${id} removed`;
  }

  private add(id: string, disk: Disk): string {
    mkdirSync(disk.path, { recursive: true });
    mkdirSync(this.pathOf(id), { recursive: true });
    bind(disk.path, this.pathOf(id));
    const name = this.freeName(disk.bus === 'virtio' ? 'vd' : 'sd');
    symlinkSync(`disk/by-id/${id}`, join(this.root, 'dev', name));
    this.present.set(id, name);
    if (disk.size !== undefined) setDiskSize(disk.path, disk.size);
    return `disk ${id} attached (${disk.bus}, volume ${disk.name})`;
  }

  private resize(id: string, { bus, path, serial, size }: Disk): string[] {
    if (size === undefined) return [];
    const before = setDiskSize(path, size);
    // The kernel reports no change of a disk that was empty.
    if (before === undefined || before === size) return [];
    const name = this.present.get(id) ?? '';
    this.onGrowth({ name, ...(bus === 'virtio' && serial !== undefined && { serial }) });
    return [`${name}: detected capacity change from ${before} to ${size}`];
  }

  private freeName(prefix: string): string {
    const used = new Set(this.present.values());
    const names = Array.from({ length: used.size + 1 }, (_, index) => deviceName(prefix, index));
    return names.find((name) => !used.has(name)) ?? prefix;
  }

  private pathOf(id: string): string {
    return join(this.root, 'dev/disk/by-id', id);
  }
}

/** Returns the name of the n-th disk as Linux counts: sda to sdz, then sdaa and so on. */
function deviceName(prefix: string, index: number): string {
  const rest = index < 26 ? prefix : deviceName(prefix, Math.floor(index / 26) - 1);
  return rest + String.fromCharCode(97 + (index % 26));
}
