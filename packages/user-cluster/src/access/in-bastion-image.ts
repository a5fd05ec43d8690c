// SPDX-License-Identifier: Apache-2.0

/**
 * What is where in the release's image `ssh-bastion`. Its own start-up, which needs root, is passed
 * over: sshd is started as the user that it would start it as.
 *
 * @see https://github.com/linuxserver/docker-openssh-server/blob/master/root/etc/s6-overlay/s6-rc.d/svc-openssh-server/run
 */
export const inBastionImage = {
  /** Alpine's OpenSSH comes in two variants, of which the image has this one. */
  sshd: '/usr/sbin/sshd.pam',
  /** The only user with a shell; its number is fixed in all images of LinuxServer. */
  user: { name: 'abc', id: 911 },
} as const;
