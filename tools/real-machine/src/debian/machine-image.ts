// SPDX-License-Identifier: Apache-2.0
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from '../cached-folder.ts';
import { runCommand } from '../run-command.ts';
import type { HostTools } from './host-tools.ts';
import { makeDebianTree, suite } from './mmdebstrap.ts';

/** Disk with an operating system, and the kernel that QEMU loads instead of a boot loader. */
export interface MachineImage {
  /** Raw disk without partitions, with the file system `root`. Machines write to copies of it. */
  readonly rootDisk: string;
  readonly kernel: string;
  readonly initialRamDisk: string;
}

/**
 * Packages of Debian's cloud images that a Kubernetes node needs. Kubernetes and containerd are not
 * included: the machine installs them itself.
 */
const packages = [
  'linux-image-cloud-amd64',
  'initramfs-tools',
  'zstd',
  'kmod',
  'udev',
  'systemd',
  'systemd-sysv',
  'systemd-resolved',
  'dbus',
  'cloud-init',
  'sudo',
  'openssh-server',
  'iproute2',
  'procps',
  'curl',
  'ca-certificates',
  'e2fsprogs',
  // Programs that kubelet and kube-proxy call.
  'mount',
  'util-linux',
  'iptables',
  'ethtool',
  'socat',
  'conntrack',
];

/** Paths that are left out, because nobody reads these files on these machines. */
const leftOut = [
  '/usr/share/man/*',
  '/usr/share/doc/*',
  '/usr/share/locale/*',
  '/usr/share/info/*',
];

/**
 * Size of the root disk in GiB: room for Kubernetes, container images and logs. The file is sparse.
 */
const rootGiB = 6;

const hook = (name: string) => join(import.meta.dirname, name);

/** Makes the image at the first call, which takes two minutes and 500 MB. */
export async function ensureMachineImage(tools: HostTools): Promise<MachineImage> {
  const hooks = [hook('before-install.sh'), hook('after-install.sh')] as const;
  const texts = await Promise.all(hooks.map((path) => readFile(path, 'utf8')));
  const facts = [suite, packages, leftOut, rootGiB, texts];
  const folder = await cachedFolder('debian', facts, async (target) => {
    const archive = join(target, 'root.tar');
    const options = [
      ...leftOut.map((path) => `--dpkgopt=path-exclude=${path}`),
      `--essential-hook=${hooks[0]}`,
      `--customize-hook=${hooks[1]}`,
    ];
    await makeDebianTree({ variant: 'minbase', packages, options }, archive);
    await takeOut(archive, target);
    const label = ['-q', '-t', 'ext4', '-L', 'root', '-d', archive];
    const disk = join(target, 'root.img');
    await runCommand([...tools.command('mke2fs'), ...label, disk, `${rootGiB}G`]);
    await rm(archive);
  });
  return {
    rootDisk: join(folder, 'root.img'),
    kernel: join(folder, 'vmlinuz'),
    initialRamDisk: join(folder, 'initrd.img'),
  };
}

/** Extracts the kernel and its initial RAM disk, under names without a version. */
async function takeOut(archive: string, folder: string): Promise<void> {
  const listed = await runCommand(['tar', '--list', '--file', archive, '--wildcards', './boot/*']);
  for (const name of ['vmlinuz', 'initrd.img']) {
    const path = listed.split('\n').find((line) => line.startsWith(`./boot/${name}-`));
    if (path === undefined) throw new Error(`the image has no /boot/${name}`);
    await runCommand(['tar', '--extract', '--file', archive, '--directory', folder, path]);
    await rename(join(folder, path), join(folder, name));
  }
  await rm(join(folder, 'boot'), { recursive: true });
}
