// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { containerdVersion } from '../kubelet/container-runtime.ts';
import { systemctl } from '../systemd/systemctl.ts';
import type { Systemd } from '../systemd/systemd.ts';
import { done, fails, says, type Answer } from './answer.ts';
import { fileSystemOf, growFileSystem, makeFileSystem } from './disks.ts';
import { isMounted, mountEntry, mountFstab } from './fstab.ts';
import { mountedFolder } from './mounted-folder.ts';
import { unmount } from './mounts.ts';
import { lsmod, modprobe, sysctl } from './played-kernel.ts';

/** The parts of a guest that played programs act on. */
export interface Played {
  readonly root: string;
  readonly systemd: Systemd;
  /** Version of the kubelet, without a `v`. */
  readonly kubernetesVersion: () => string;
}

function blkid(args: readonly string[], { root }: Played): Answer {
  const wanted = args.indexOf('-s');
  const tag = wanted < 0 ? undefined : args[wanted + 1];
  const device = args.findLast((arg) => arg.startsWith('/')) ?? '';
  const found = fileSystemOf(join(root, device));
  if (found === undefined) return { code: 2, stdout: '', stderr: '' };
  const tags: Record<string, string> = { LABEL: found.label, TYPE: found.type };
  if (tag !== undefined) return says(`${tags[tag] ?? ''}\n`);
  return says(`${device}: LABEL="${found.label}" TYPE="${found.type}"\n`);
}

function mkfs(type: string) {
  return (args: readonly string[], { root }: Played): Answer => {
    const device = args.findLast((arg) => arg.startsWith('/dev/')) ?? '';
    if (!existsSync(join(root, device))) {
      return fails(`The file ${device} does not exist and no size was specified.`);
    }
    const label = args[args.indexOf('-L') + 1];
    makeFileSystem(join(root, device), { type, label: args.includes('-L') ? (label ?? '') : '' });
    return done;
  };
}

function resize2fs(args: readonly string[], { root }: Played): Answer {
  const device = args.findLast((arg) => arg.startsWith('/dev/')) ?? '';
  if (fileSystemOf(join(root, device))?.type !== 'ext4') {
    return fails(`resize2fs: Bad magic number in super-block while trying to open ${device}`);
  }
  const grew = growFileSystem(join(root, device));
  return says(
    grew
      ? `The filesystem on ${device} is now as large as its disk.\n`
      : 'The filesystem is already as large as its disk.  Nothing to do!\n',
  );
}

/**
 * Says where a disk is mounted. Pods see their disks each in a mount namespace of their own, so any other
 * disk with a file system counts as mounted.
 */
function findmnt(args: readonly string[], { root }: Played): Answer {
  const device = join(root, args.findLast((arg) => arg.startsWith('/dev/')) ?? '');
  if (fileSystemOf(device) === undefined) return { ...done, code: 1 };
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
  return says(`${mountedFolder(mounts, realpathSync(device), root) ?? '/mnt'}\n`);
}

function mount(args: readonly string[], { root }: Played): Answer {
  try {
    if (args.includes('-a')) {
      mountFstab(root);
      return done;
    }
    const [device = '', folder = ''] = args.filter((arg) => arg.startsWith('/'));
    mountEntry(root, { device, folder, type: 'auto' });
    return done;
  } catch (error) {
    return fails(`mount: ${(error as Error).message}`, 32);
  }
}

function umount(args: readonly string[], { root }: Played): Answer {
  const folders = args.filter((arg) => arg.startsWith('/'));
  const wrong = folders.filter((folder) => !isMounted(join(root, folder)));
  for (const folder of folders) if (!wrong.includes(folder)) unmount(join(root, folder));
  const why = (folder: string) =>
    existsSync(join(root, folder)) ? 'not mounted' : 'no mount point specified';
  return wrong.length === 0
    ? done
    : fails(wrong.map((folder) => `umount: ${folder}: ${why(folder)}.`).join('\n'), 32);
}

type Program = (args: readonly string[], played: Played) => Answer | Promise<Answer>;

/** Programs of the image that the guest plays, by name. */
const programs: Readonly<Record<string, Program>> = {
  systemctl: (args, { systemd }) => systemctl(systemd, args),
  modprobe,
  lsmod,
  sysctl,
  swapoff: () => done,
  blkid,
  findmnt,
  mount,
  umount,
  'mkfs.ext4': mkfs('ext4'),
  'mkfs.xfs': mkfs('xfs'),
  resize2fs,
  'apt-mark': () => done,
  timedatectl: () => says('System clock synchronized: yes\nNTP service: active\n'),
  journalctl: () => says('-- the journal is the console: see the log of this guest --\n'),
  containerd: () => says(`containerd github.com/containerd/containerd/v2 v${containerdVersion}\n`),
  runc: () => says('runc version 1.3.1\n'),
  kubelet: (args, played) =>
    args.includes('--version')
      ? says(`Kubernetes v${played.kubernetesVersion()}\n`)
      : fails('the kubelet is started by systemctl only'),
};

/** Plays one call of a program. */
export async function play(
  [name = '', ...args]: readonly string[],
  played: Played,
): Promise<Answer> {
  const program = programs[name];
  if (program === undefined) return fails(`${name}: not played`, 127);
  return await program(args, played);
}
