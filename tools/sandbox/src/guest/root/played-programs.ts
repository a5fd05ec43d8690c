// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { containerdVersion } from '../kubelet/container-runtime.ts';
import { systemctl } from '../systemd/systemctl.ts';
import type { Systemd } from '../systemd/systemd.ts';
import type { Answer } from './answer.ts';
import { fileSystemOf, growFileSystem, makeFileSystem } from './disks.ts';
import { mountEntry, mountFstab } from './fstab.ts';
import { unmount } from './mounts.ts';

/** The parts of a guest that played programs act on. */
export interface Played {
  readonly root: string;
  readonly systemd: Systemd;
  /** Version of the kubelet, without a `v`. */
  readonly kubernetesVersion: () => string;
}

const done: Answer = { code: 0, stdout: '', stderr: '' };
const says = (stdout: string): Answer => ({ code: 0, stdout, stderr: '' });
const fails = (stderr: string, code = 1): Answer => ({ code, stdout: '', stderr: `${stderr}\n` });

/** Kernel modules of server images; any other module is an error, as on a real machine. */
const kernelModules: readonly string[] = [
  'br_netfilter',
  'overlay',
  'ip_vs',
  'ip_vs_rr',
  'ip_vs_wrr',
  'ip_vs_sh',
  'nf_conntrack',
  'ip_tables',
  'iptable_nat',
  'xt_socket',
  'vxlan',
  'wireguard',
  'iscsi_tcp',
  'nvme_tcp',
];

function modprobe(args: readonly string[], { root }: Played): Answer {
  const folder = join(root, 'run/modules');
  mkdirSync(folder, { recursive: true });
  for (const module of args.filter((arg) => !arg.startsWith('-'))) {
    const name = module.replaceAll('-', '_');
    if (!kernelModules.includes(name)) {
      return fails(`modprobe: FATAL: Module ${module} not found in directory /lib/modules`);
    }
    writeFileSync(join(folder, name), '');
  }
  return done;
}

function lsmod(_: readonly string[], { root }: Played): Answer {
  const folder = join(root, 'run/modules');
  const loaded = existsSync(folder) ? readdirSync(folder) : [];
  return says(['Module Size Used by', ...loaded.map((name) => `${name} 16384 0`), ''].join('\n'));
}

/** Kernel settings that exist only once a module is loaded. */
const moduleSettings: Readonly<Record<string, string>> = { 'net.bridge.': 'br_netfilter' };

function setSetting(line: string, root: string): Answer {
  const [key = '', value = ''] = line.split('=').map((part) => part.trim());
  const path = `/proc/sys/${key.replaceAll('.', '/')}`;
  for (const [prefix, module] of Object.entries(moduleSettings)) {
    if (key.startsWith(prefix) && !existsSync(join(root, 'run/modules', module))) {
      return fails(`sysctl: cannot stat ${path}: No such file or directory`);
    }
  }
  if (key.startsWith('net.ipv4.')) {
    try {
      // The guest has its own network namespace, so this sets the real kernel setting.
      writeFileSync(join(root, path), value);
    } catch (error) {
      return fails(`sysctl: setting key "${key}": ${(error as Error).message}`);
    }
  }
  mkdirSync(join(root, 'run/sysctl'), { recursive: true });
  writeFileSync(join(root, 'run/sysctl', key.replaceAll('/', '.')), value);
  return says(`${key} = ${value}\n`);
}

function settingFiles(args: readonly string[], root: string): string[] {
  if (!args.includes('--system')) {
    return args.filter((arg) => !arg.startsWith('-')).map((file) => join(root, file));
  }
  const folders = ['usr/lib/sysctl.d', 'etc/sysctl.d'].map((folder) => join(root, folder));
  const found = folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => file.endsWith('.conf'))
          .map((file) => join(folder, file))
      : [],
  );
  // Settings of the packages of the machine that runs the sandbox must not affect the guest.
  return found.filter((file) => file.startsWith(join(root, 'etc')));
}

function sysctl(args: readonly string[], { root }: Played): Answer {
  const fromFiles = args.includes('--system') || args.includes('-p') || args.includes('--load');
  const lines = fromFiles
    ? settingFiles(args, root).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    : args.filter((arg) => !arg.startsWith('-'));
  const settings = lines.filter((line) => line.includes('=') && !/^\s*[#;]/.test(line));
  const answers = settings.map((line) => setSetting(line, root));
  return {
    code: answers.some(({ code }) => code !== 0) ? 1 : 0,
    stdout: answers.map(({ stdout }) => stdout).join(''),
    stderr: answers.map(({ stderr }) => stderr).join(''),
  };
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
 * Says where a disk is mounted. Pods see their disks each in a mount namespace of their own, so a disk
 * with a file system counts as mounted.
 */
function findmnt(args: readonly string[], { root }: Played): Answer {
  const device = args.findLast((arg) => arg.startsWith('/dev/')) ?? '';
  return fileSystemOf(join(root, device)) === undefined ? { ...done, code: 1 } : says('/mnt\n');
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
  for (const folder of args.filter((arg) => arg.startsWith('/'))) unmount(join(root, folder));
  return done;
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
