// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { MachineCheck } from '@strata/toolchain';
import { requireAll } from '../preflight/require-all.ts';
import { allowRouting, routingFailure } from './routing.ts';

/**
 * Commands of the machine that build the rack, with the package that contains each on most systems.
 */
const commands: readonly { readonly command: string; readonly package: string }[] = [
  { command: 'unshare', package: 'util-linux' },
  { command: 'nsenter', package: 'util-linux' },
  { command: 'mount', package: 'util-linux' },
  { command: 'ip', package: 'iproute2' },
  { command: 'hostname', package: 'hostname' },
  { command: 'chroot', package: 'coreutils' },
];

/**
 * Kernel settings that forbid unprivileged user namespaces, and the command that allows them.
 *
 * @see https://www.kernel.org/doc/html/latest/admin-guide/sysctl/user.html
 */
const namespaceSettings: readonly {
  readonly file: string;
  readonly forbids: string;
  readonly allow: string;
}[] = [
  {
    file: '/proc/sys/user/max_user_namespaces',
    forbids: '0',
    allow: 'sudo sysctl -w user.max_user_namespaces=15000',
  },
  {
    // Setting that only Debian's kernel has.
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    forbids: '0',
    allow: 'sudo sysctl -w kernel.unprivileged_userns_clone=1',
  },
  {
    // Setting of Ubuntu 23.10 and later.
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    forbids: '1',
    allow: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
];

/**
 * Returns PATH with the folders of system administration, which may be missing in an ordinary
 * user's.
 */
export function systemPath(path = process.env.PATH ?? ''): string {
  const present = path.split(delimiter);
  const missing = ['/usr/sbin', '/sbin', '/usr/bin', '/bin'].filter(
    (dir) => !present.includes(dir),
  );
  return [...present, ...missing].join(delimiter);
}

function isOnPath(command: string, path: string): boolean {
  return path.split(delimiter).some((dir) => {
    try {
      accessSync(join(dir, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function readSetting(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function checkCommands(path: string): MachineCheck {
  const what = 'commands';
  const missing = commands.filter(({ command }) => !isOnPath(command, path));
  const names = (list: typeof commands) => list.map(({ command }) => command).join(', ');
  if (missing.length === 0) return { what, found: names(commands) };
  const packages = [...new Set(missing.map((one) => one.package))].join(', ');
  return { what, found: `missing: ${names(missing)}`, fix: `install the packages ${packages}` };
}

function checkNamespaces(failure: string | undefined, setting: typeof readSetting): MachineCheck {
  const what = 'user namespaces';
  if (failure === undefined) return { what, found: 'can be made' };
  const cause = namespaceSettings.find(({ file, forbids }) => setting(file) === forbids);
  const fix =
    cause === undefined
      ? 'in a container, allow the unshare and mount system calls (for example --security-opt seccomp=unconfined), or run as root on the machine itself'
      : `allow them with "${cause.allow}", and for good with the same setting in a file of /etc/sysctl.d`;
  return { what, found: `not allowed (${failure})`, fix };
}

function checkRouting(failure: string | undefined): MachineCheck {
  const what = 'routing';
  return failure === undefined
    ? { what, found: 'can be allowed' }
    : { what, found: `not allowed (${failure})`, fix: allowRouting };
}

/**
 * Checks everything that a machine must have to run a rack, except nf_tables: no command that every
 * machine has can try them, so the program `network-policies` finds out when the rack starts. On any
 * system but Linux, checks only that.
 */
export function checkRack(
  platform = process.platform,
  path = systemPath(),
  tryNamespace = canMakeNamespaces,
  setting = readSetting,
  tryRouting = routingFailure,
): MachineCheck[] {
  const what = 'system';
  if (platform !== 'linux') {
    const fix = 'run it on Linux: the sandbox builds its rack from Linux namespaces';
    return [{ what, found: platform, fix }];
  }
  const found = checkCommands(path);
  // Namespaces cannot be tried without the commands.
  if (found.fix !== undefined) return [{ what, found: platform }, found];
  const namespaces = checkNamespaces(tryNamespace(path), setting);
  // Routing is tried in namespaces.
  const routing = namespaces.fix === undefined ? [checkRouting(tryRouting(path))] : [];
  return [{ what, found: platform }, found, namespaces, ...routing];
}

/** Returns whether this machine can run a rack. */
export function canHoldRack(): boolean {
  return checkRack().every(({ fix }) => fix === undefined);
}

/**
 * Returns undefined when namespaces like the rack's can be made, otherwise the message of the
 * system.
 */
function canMakeNamespaces(path: string): string | undefined {
  const result = spawnSync('unshare', ['--user', '--map-root-user', '--net', '--mount', 'true'], {
    env: { PATH: path },
    encoding: 'utf8',
    timeout: 10_000,
  });
  if (result.status === 0) return undefined;
  const said = (result.error?.message ?? result.stderr).trim().split('\n')[0] ?? '';
  return said.replace(/^unshare: /, '') || `unshare ended with ${String(result.status)}`;
}

/**
 * Does nothing when this machine can run a rack.
 *
 * @throws UserError that lists everything that this machine lacks for a rack, with the fix of each.
 */
export function requireRack(): void {
  requireAll(checkRack());
}
