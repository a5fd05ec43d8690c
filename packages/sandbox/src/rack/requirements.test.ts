// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findObstacles, systemPath } from './requirements.ts';

const here = systemPath();
const denied = () => 'unshare failed: Operation not permitted';

test('another system than Linux is named', () => {
  expect(findObstacles('darwin')).toEqual([
    'The sandbox needs Linux (this is darwin): it builds its rack from Linux namespaces.',
  ]);
});

test('all commands that are missing are named, each with the package that has it', () => {
  expect(findObstacles('linux', '/nonexistent')).toEqual([
    'The command "unshare" is missing: install the package util-linux.',
    'The command "nsenter" is missing: install the package util-linux.',
    'The command "mount" is missing: install the package util-linux.',
    'The command "ip" is missing: install the package iproute2.',
    'The command "hostname" is missing: install the package hostname.',
    'The command "chroot" is missing: install the package coreutils.',
  ]);
});

test('a missing command hides no refused namespace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-commands-'));
  for (const command of ['unshare', 'nsenter', 'mount', 'hostname', 'chroot']) {
    writeFileSync(join(folder, command), '', { mode: 0o755 });
  }
  expect(findObstacles('linux', folder, denied, () => undefined)).toEqual([
    'The command "ip" is missing: install the package iproute2.',
    expect.stringMatching(/^This machine does not let you make a user namespace \(unshare failed/),
  ]);
  rmSync(folder, { recursive: true });
});

test('a machine that allows it has no obstacle', () => {
  expect(findObstacles('linux', here, () => undefined)).toEqual([]);
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
])('%s = %s is named with the command that allows it', (file, value, fix) => {
  const setting = (asked: string) => (asked === file ? value : undefined);
  expect(findObstacles('linux', here, denied, setting)).toEqual([
    `This machine does not let you make a user namespace (unshare failed: Operation not permitted): allow it with "${fix}", or run this command with sudo.`,
  ]);
});

test('without a known setting the container runtime is suspected', () => {
  expect(findObstacles('linux', here, denied, () => undefined)).toEqual([
    'This machine does not let you make a user namespace (unshare failed: Operation not permitted): in a container, allow the unshare and mount system calls (for example --security-opt seccomp=unconfined), or run as root on the machine itself.',
  ]);
});

test('the folders of system administration are added once', () => {
  expect(systemPath('/usr/bin:/opt/x')).toBe('/usr/bin:/opt/x:/usr/sbin:/sbin:/bin');
});
