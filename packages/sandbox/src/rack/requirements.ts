// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from '../user-error.ts';

/** Commands of the machine that build the rack, with the package that has each on most systems. */
const commands: readonly { readonly command: string; readonly package: string }[] = [
  { command: 'unshare', package: 'util-linux' },
  { command: 'nsenter', package: 'util-linux' },
  { command: 'mount', package: 'util-linux' },
  { command: 'ip', package: 'iproute2' },
  { command: 'hostname', package: 'hostname' },
  { command: 'chroot', package: 'coreutils' },
];

/**
 * Kernel settings that forbid unprivileged user namespaces, and what allows them.
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
    // Debian's own switch.
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    forbids: '0',
    allow: 'sudo sysctl -w kernel.unprivileged_userns_clone=1',
  },
  {
    // Ubuntu 23.10 and later.
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    forbids: '1',
    allow: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
];

/** PATH with the folders of system administration, which an ordinary user's may lack. */
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

/** Everything that keeps this machine from holding a rack, each with its fix; empty when it can. */
export function findObstacles(
  platform = process.platform,
  path = systemPath(),
  tryNamespace = canMakeNamespaces,
  setting = readSetting,
): string[] {
  if (platform !== 'linux') {
    return [
      `The sandbox needs Linux (this is ${platform}): it builds its rack from Linux namespaces.`,
    ];
  }
  const missing = commands.filter(({ command }) => !isOnPath(command, path));
  const told = missing.map(
    (one) => `The command "${one.command}" is missing: install the package ${one.package}.`,
  );
  // Without unshare nobody can try.
  if (missing.some(({ command }) => command === 'unshare')) return told;
  const failure = tryNamespace(path);
  if (failure === undefined) return told;
  const cause = namespaceSettings.find(({ file, forbids }) => setting(file) === forbids);
  const fix =
    cause === undefined
      ? 'in a container, allow the unshare and mount system calls (for example --security-opt seccomp=unconfined), or run as root on the machine itself'
      : `allow it with "${cause.allow}", or run this command with sudo`;
  return [...told, `This machine does not let you make a user namespace (${failure}): ${fix}.`];
}

/** Undefined when a rack-like namespace can be made, else what the system said. */
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

/** @throws UserError with all obstacles and their fixes. */
export function requireRack(): void {
  const obstacles = findObstacles();
  if (obstacles.length > 0) throw new UserError(obstacles.join('\n'));
}
