// SPDX-License-Identifier: Apache-2.0
import { findObstacle, systemPath } from './requirements.ts';

const here = systemPath();
const denied = () => 'unshare failed: Operation not permitted';

test('another system than Linux is named', () => {
  expect(findObstacle('darwin')).toBe(
    'The sandbox needs Linux (this is darwin): it builds its rack from Linux namespaces.',
  );
});

test('a missing command comes with the package that has it', () => {
  expect(findObstacle('linux', '/nonexistent')).toBe(
    'The command "unshare" is missing: install the package util-linux.',
  );
});

test('a machine that allows it has no obstacle', () => {
  expect(findObstacle('linux', here, () => undefined)).toBeUndefined();
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
  expect(findObstacle('linux', here, denied, setting)).toBe(
    `This machine does not let you make a user namespace (unshare failed: Operation not permitted): allow it with "${fix}", or run this command with sudo.`,
  );
});

test('without a known setting the container runtime is suspected', () => {
  expect(findObstacle('linux', here, denied, () => undefined)).toBe(
    'This machine does not let you make a user namespace (unshare failed: Operation not permitted): in a container, allow the unshare and mount system calls (for example --security-opt seccomp=unconfined), or run as root on the machine itself.',
  );
});

test('the folders of system administration are added once', () => {
  expect(systemPath('/usr/bin:/opt/x')).toBe('/usr/bin:/opt/x:/usr/sbin:/sbin:/bin');
});
