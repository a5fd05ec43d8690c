// SPDX-License-Identifier: Apache-2.0
import { checkRack, systemPath } from './requirements.ts';

const here = systemPath();
const all = 'unshare, nsenter, mount, ip, hostname, chroot';
const denied = () => 'unshare failed: Operation not permitted';
const linux = { what: 'system', found: 'linux' };

test('names any system but Linux, and checks nothing else there', () => {
  expect(checkRack('darwin')).toEqual([
    {
      what: 'system',
      found: 'darwin',
      fix: 'run it on Linux: the sandbox builds its rack from Linux namespaces',
    },
  ]);
});

test('names all missing commands with the packages that contain them', () => {
  expect(checkRack('linux', '/nonexistent')).toEqual([
    linux,
    {
      what: 'commands',
      found: `missing: ${all}`,
      fix: 'install the packages util-linux, iproute2, hostname, coreutils',
    },
  ]);
});

test('finds nothing to fix on a machine that has everything', () => {
  const fine = () => undefined;
  expect(checkRack('linux', here, fine, fine, fine)).toEqual([
    linux,
    { what: 'commands', found: all },
    { what: 'user namespaces', found: 'can be made' },
    { what: 'routing', found: 'can be allowed' },
  ]);
});

test('says before anything is built that /proc/sys is read-only, as in most containers', () => {
  const fine = () => undefined;
  const readOnly = () => 'cannot create /proc/sys/net/ipv4/ip_forward: Read-only file system';
  expect(checkRack('linux', here, fine, fine, readOnly).at(-1)).toEqual({
    what: 'routing',
    found: 'not allowed (cannot create /proc/sys/net/ipv4/ip_forward: Read-only file system)',
    fix: 'in a container, let /proc/sys be written (for example --security-opt systempaths=unconfined), or run on the machine itself',
  });
});

test.each([
  ['/proc/sys/user/max_user_namespaces', '0', 'sudo sysctl -w user.max_user_namespaces=15000'],
  [
    '/proc/sys/kernel/unprivileged_userns_clone',
    '0',
    'sudo sysctl -w kernel.unprivileged_userns_clone=1',
  ],
  [
    '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    '1',
    'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  ],
])('%s = %s: names the setting, with the command that allows namespaces', (file, value, fix) => {
  const setting = (asked: string) => (asked === file ? value : undefined);
  expect(checkRack('linux', here, denied, setting).at(-1)).toEqual({
    what: 'user namespaces',
    found: 'not allowed (unshare failed: Operation not permitted)',
    fix: `allow them with "${fix}", and for good with the same setting in a file of /etc/sysctl.d`,
  });
});

test('suspects the container runtime when no known setting forbids namespaces', () => {
  expect(checkRack('linux', here, denied, () => undefined).at(-1)).toEqual({
    what: 'user namespaces',
    found: 'not allowed (unshare failed: Operation not permitted)',
    fix: 'in a container, allow the unshare and mount system calls (for example --security-opt seccomp=unconfined), or run as root on the machine itself',
  });
});

test('adds the folders of system administration to PATH once', () => {
  expect(systemPath('/usr/bin:/opt/x')).toBe('/usr/bin:/opt/x:/usr/sbin:/sbin:/bin');
});
