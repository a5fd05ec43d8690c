// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testHost, type TestHost, type TestHostOptions } from '@strata/command-plugin/testing';

/** Contents by path: the path of a folder ends with a slash, the content of a link begins with "-> ", `undefined` removes a file. */
export type Files = Readonly<Record<string, string | undefined>>;

const cpu = (number: number) =>
  `processor\t: ${number}\nvendor_id\t: GenuineIntel\nflags\t\t: fpu vmx sse2\n`;

/** Returns /proc/net/tcp with a listening socket for each port. */
export const socketTable = (...hexPorts: string[]) =>
  [
    '  sl  local_address rem_address   st',
    ...hexPorts.map((port) => `   0: 00000000:${port} 00000000:0000 0A`),
  ]
    .map((line) => `${line}\n`)
    .join('');

/** Files of a host that meets all requirements of the tests. */
const healthy: Files = {
  '/etc/os-release': 'NAME="Ubuntu"\nID=ubuntu\nPRETTY_NAME="Ubuntu 24.04.3 LTS"\n',
  '/etc/machine-id': '0123456789abcdef0123456789abcdef\n',
  '/proc/cmdline': 'BOOT_IMAGE=/vmlinuz root=/dev/sda1 quiet intel_iommu=on iommu=pt\n',
  '/proc/cpuinfo': cpu(0) + cpu(1),
  '/proc/meminfo': 'MemTotal:        8000000 kB\nSwapTotal:             0 kB\n',
  '/proc/net/tcp': socketTable('0016'),
  '/proc/net/tcp6': socketTable('0016'),
  '/proc/sys/kernel/osrelease': '6.8.0-90-generic\n',
  '/proc/sys/kernel/hostname': 'host-1\n',
  '/proc/sys/vm/nr_hugepages': '0\n',
  '/dev/kvm': '',
  '/sys/fs/cgroup/cgroup.controllers': 'cpu memory\n',
  '/sys/kernel/mm/hugepages/hugepages-2048kB/': '',
  '/sys/kernel/iommu_groups/0/': '',
  '/sys/module/kvm/': '',
  '/lib/modules/6.8.0-90-generic/modules.dep':
    'kernel/drivers/vhost/vhost_net.ko.zst: \nkernel/net/bridge/br_netfilter.ko.zst: \n' +
    'kernel/net/netfilter/nf_conntrack.ko.zst: \n',
  '/lib/modules/6.8.0-90-generic/modules.builtin': 'kernel/fs/overlayfs/overlay.ko\n',
  '/sys/class/net/eth1/device/sriov_totalvfs': '8\n',
  '/sys/class/net/eth1/address': '52:54:00:00:00:01\n',
  '/sys/class/net/eth1/carrier': '1\n',
  '/sys/class/net/eth1/mtu': '1500\n',
  '/sys/class/net/lo/address': '00:00:00:00:00:00\n',
  '/var/lib/': '',
  // Programs whose output the script reads.
  '/bin/df':
    '#!/bin/sh\necho "Filesystem 1024-blocks Used Available Capacity Mounted on"\necho "/dev/sda 1 1 100000000 1% /"\n',
  '/bin/timedatectl': '#!/bin/sh\necho yes\n',
  '/bin/chronyc': '#!/bin/sh\nexit 1\n',
  '/bin/getent': '#!/bin/sh\nexit 0\n',
  '/bin/id': '#!/bin/sh\n[ "$1" = -u ] && echo 0 || echo root\n',
  '/bin/nft': '#!/bin/sh\necho "nftables v1.0.9 (Old Doc Yak #3)"\n',
  '/bin/ip': '#!/bin/sh\necho "2: eth1: <UP> mtu 1500 minmtu 68 maxmtu 9000 addrgenmode eui64"\n',
};

/** A test host with fake files and programs; its shell and SSH are real. */
export interface ScratchHost extends TestHost {
  /** Folder that is the root of its file system. */
  readonly root: string;
  /** Restores the healthy files, then applies the changes. */
  readonly reset: (changes?: Files) => void;
}

/**
 * Starts a test host.
 *
 * @param extra - files that it has in addition to or instead of the healthy ones after each reset.
 * @param options - options of its SSH server.
 */
export async function scratchHost(
  extra: Files = {},
  options: Omit<TestHostOptions, 'env'> = {},
): Promise<ScratchHost> {
  const root = mkdtempSync(join(tmpdir(), 'strata-host-'));
  const env = { STRATA_ROOT: root, PATH: `${root}/bin:/usr/bin:/bin` };
  const host = await testHost({ ...options, env });
  const reset = (changes: Files = {}) => {
    rmSync(root, { recursive: true, force: true });
    const files = { ...healthy, ...extra, ...changes };
    for (const [path, content] of Object.entries(files)) write(join(root, path), content);
  };
  reset();
  return {
    ...host,
    root,
    reset,
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function write(path: string, content: string | undefined): void {
  if (content === undefined) return;
  mkdirSync(path.endsWith('/') ? path : dirname(path), { recursive: true });
  if (path.endsWith('/')) return;
  if (content.startsWith('-> ')) symlinkSync(content.slice(3), path);
  else writeFileSync(path, content);
  if (path.includes('/bin/')) chmodSync(path, 0o755);
}
