// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BootFile, Disk } from '../boot-file.ts';
import { diskId } from './disks.ts';
import { addImage, addKubernetes } from './image.ts';
import { bind, freeze, mountProcesses, mountTemporary, unmount } from './mounts.ts';

/** Folders that the root disk keeps. /run and /tmp are in memory, as with systemd. */
const persistentFolders = ['etc', 'var', 'opt', 'root', 'home', 'srv'] as const;

const devices = ['null', 'zero', 'full', 'random', 'urandom'] as const;

/** Files in /etc of the image, which are written to a fresh disk. */
const imageFiles: Readonly<Record<string, string>> = {
  'etc/passwd': 'root:x:0:0:root:/root:/bin/bash\n',
  'etc/group': 'root:x:0:\n',
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
    if (!existsSync(join(root, path))) writeFileSync(join(root, path), text);
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

/** The disks in /dev/disk/by-id, which may be added and removed while the guest runs. */
export class DeviceFolder {
  private readonly folder: string;
  private readonly present = new Set<string>();

  constructor(root: string) {
    this.folder = join(root, 'dev/disk/by-id');
  }

  /** Shows exactly these disks. @returns The changes, as a kernel would print them. */
  show(disks: readonly Disk[]): string[] {
    const wanted = new Map<string, Disk>();
    for (const disk of disks) {
      const id = diskId(disk);
      if (id !== undefined) wanted.set(id, disk);
    }
    const changes: string[] = [];
    for (const id of this.present) {
      if (wanted.has(id)) continue;
      unmount(join(this.folder, id));
      rmdirSync(join(this.folder, id));
      this.present.delete(id);
      changes.push(`disk ${id} removed`);
    }
    for (const [id, disk] of wanted) {
      if (this.present.has(id)) continue;
      mkdirSync(disk.path, { recursive: true });
      mkdirSync(join(this.folder, id), { recursive: true });
      bind(disk.path, join(this.folder, id));
      this.present.add(id);
      changes.push(`disk ${id} attached (${disk.bus}, volume ${disk.name})`);
    }
    return changes;
  }
}
