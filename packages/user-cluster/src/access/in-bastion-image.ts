// SPDX-License-Identifier: Apache-2.0

/**
 * Paths and the user in the release's image `ssh-bastion`. The image's own start-up needs root and is
 * bypassed: sshd is started directly, as the user that the start-up would start it as.
 *
 * @see https://github.com/linuxserver/docker-openssh-server/blob/master/root/etc/s6-overlay/s6-rc.d/svc-openssh-server/run
 */
export const inBastionImage = {
  /** Alpine has two variants of OpenSSH; the image has this one. */
  sshd: '/usr/sbin/sshd.pam',
  /** The only user with a shell; its number is the same in all images of LinuxServer. */
  user: { name: 'abc', id: 911 },
} as const;
