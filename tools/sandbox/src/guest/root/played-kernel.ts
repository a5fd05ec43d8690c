// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tell } from '../console.ts';
import { done, fails, says, type Answer } from './answer.ts';

/** A machine whose kernel is played. */
interface Machine {
  readonly root: string;
}

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

/** Loads modules, which only the guest remembers. */
export function modprobe(args: readonly string[], { root }: Machine): Answer {
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

/** Lists the modules that were loaded. */
export function lsmod(_: readonly string[], { root }: Machine): Answer {
  const folder = join(root, 'run/modules');
  const loaded = existsSync(folder) ? readdirSync(folder) : [];
  return says(['Module Size Used by', ...loaded.map((name) => `${name} 16384 0`), ''].join('\n'));
}

/** Kernel settings that exist only once a module is loaded. */
const moduleSettings: Readonly<Record<string, string>> = { 'net.bridge.': 'br_netfilter' };

const pathOf = (key: string) => `/proc/sys/${key.replaceAll('.', '/')}`;

const recordOf = (root: string, key: string) => join(root, 'run/sysctl', key.replaceAll('/', '.'));

const unknown = (key: string) =>
  fails(`sysctl: cannot stat ${pathOf(key)}: No such file or directory`);

/** Returns whether the kernel has a setting; settings of modules are only recorded. */
function exists(key: string, root: string): boolean {
  const [, module] =
    Object.entries(moduleSettings).find(([prefix]) => key.startsWith(prefix)) ?? [];
  return existsSync(
    module === undefined ? join(root, pathOf(key)) : join(root, 'run/modules', module),
  );
}

function setSetting(line: string, root: string): Answer {
  const [key = '', value = ''] = line.split('=').map((part) => part.trim());
  if (!exists(key, root)) return unknown(key);
  if (key.startsWith('net.ipv4.')) {
    try {
      // The guest has its own network namespace, so this sets the real kernel setting.
      writeFileSync(join(root, pathOf(key)), value);
    } catch (error) {
      return fails(`sysctl: setting key "${key}": ${(error as Error).message}`);
    }
  }
  mkdirSync(join(root, 'run/sysctl'), { recursive: true });
  writeFileSync(recordOf(root, key), value);
  return says(`${key} = ${value}\n`);
}

/** Returns a setting as it was recorded, or else as the kernel has it. */
function getSetting(key: string, root: string, isNameless: boolean): Answer {
  if (!exists(key, root)) return unknown(key);
  const file = existsSync(recordOf(root, key)) ? recordOf(root, key) : join(root, pathOf(key));
  if (!existsSync(file)) return says(`${isNameless ? '' : `${key} = `}0\n`);
  return says(`${isNameless ? '' : `${key} = `}${readFileSync(file, 'utf8').trim()}\n`);
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

/** Sets and prints settings of the kernel. */
export function sysctl(args: readonly string[], { root }: Machine): Answer {
  const fromFiles = args.includes('--system') || args.includes('-p') || args.includes('--load');
  const isNameless = args.includes('-n') || args.includes('--values');
  const lines = fromFiles
    ? settingFiles(args, root)
        .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
        .filter((line) => line.includes('=') && !/^\s*[#;]/.test(line))
    : args.filter((arg) => !arg.startsWith('-'));
  const answers = lines.map((line) =>
    line.includes('=') ? setSetting(line, root) : getSetting(line, root, isNameless),
  );
  return {
    code: answers.some(({ code }) => code !== 0) ? 1 : 0,
    stdout: answers.map(({ stdout }) => stdout).join(''),
    stderr: answers.map(({ stderr }) => stderr).join(''),
  };
}

/** Returns the lines of all files of a folder that end with `.conf`, without comments. */
function linesOf(root: string, folder: string): string[] {
  const path = join(root, folder);
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.conf')) : [];
  return files
    .toSorted()
    .flatMap((name) => readFileSync(join(path, name), 'utf8').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#;]/.test(line));
}

/**
 * Loads the modules and sets the settings that the files of a machine name, as each boot does. What fails
 * is told, and is no reason to stop.
 *
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd-modules-load.service.html
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd-sysctl.service.html
 */
export function setUpKernel(root: string, tell: Tell): void {
  const answers = [
    ...linesOf(root, 'etc/modules-load.d').map((module) => modprobe([module], { root })),
    sysctl(['--system'], { root }),
  ];
  for (const { stderr } of answers) if (stderr !== '') tell(stderr.trim());
}
