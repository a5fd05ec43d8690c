// SPDX-License-Identifier: Apache-2.0
import type { BootFile } from '../boot-file.ts';

/**
 * Programs that the guest takes from the machine that runs the sandbox, under the same names. All
 * other programs do not exist in the guest, which is exit code 127, as on a real machine. The list
 * contains only programs that every server image of Ubuntu and Debian has.
 *
 * @see https://manpages.ubuntu.com/manpages/noble/en/man1/ packages coreutils, util-linux, iproute2
 */
export const imageTools = [
  'sh',
  'bash',
  'dash',
  'env',
  'true',
  'false',
  'test',
  '[',
  'echo',
  'printf',
  'expr',
  'cat',
  'cp',
  'mv',
  'rm',
  'ln',
  'ls',
  'mkdir',
  'mktemp',
  'rmdir',
  'touch',
  'install',
  'chmod',
  'chown',
  'stat',
  'readlink',
  'realpath',
  'basename',
  'dirname',
  'df',
  'du',
  'sync',
  'dd',
  'cut',
  'head',
  'tail',
  'sort',
  'uniq',
  'tr',
  'wc',
  'tee',
  'od',
  'base64',
  'cmp',
  'diff',
  'seq',
  'sleep',
  'date',
  'timeout',
  'nproc',
  'uname',
  'id',
  'whoami',
  'kill',
  'ps',
  'pgrep',
  'grep',
  'egrep',
  'fgrep',
  'sed',
  'awk',
  'find',
  'xargs',
  'getent',
  'flock',
  'setsid',
  'tar',
  'gzip',
  'gunzip',
  'zcat',
  'md5sum',
  'sha1sum',
  'sha256sum',
  'sha512sum',
  'openssl',
  'ip',
  'hostname',
  'losetup',
  'nohup',
  'logger',
  'arch',
  'tty',
  'stty',
  'comm',
  'join',
] as const;

/** A file of `image/` that the guest has as a program under other names. */
export interface StandIn {
  readonly file: string;
  readonly paths: readonly string[];
}

/**
 * Programs that cannot really run in a private file system without a kernel of its own. `ask.sh`
 * passes its name and arguments to the guest, which plays the program (`root/played-programs.ts`).
 */
export const standIns: readonly StandIn[] = [
  {
    file: 'ask.sh',
    paths: [
      '/usr/bin/systemctl',
      '/usr/sbin/modprobe',
      '/usr/sbin/lsmod',
      '/usr/sbin/sysctl',
      '/usr/sbin/swapoff',
      '/usr/sbin/blkid',
      '/usr/sbin/mkfs.ext4',
      '/usr/sbin/mkfs.xfs',
      '/usr/sbin/resize2fs',
      '/usr/bin/findmnt',
      '/usr/bin/mount',
      '/usr/bin/umount',
      '/usr/bin/containerd',
      '/usr/sbin/runc',
      '/usr/bin/kubelet',
      '/usr/bin/apt-mark',
      '/usr/bin/journalctl',
      '/usr/bin/timedatectl',
    ],
  },
];

/**
 * Kubernetes' own programs, which images contain; images with a read-only /usr have them in /opt.
 *
 * @see https://github.com/kubernetes-sigs/image-builder/blob/main/images/capi/packer/qemu/qemu-flatcar.json `sysusr_prefix`
 */
export const kubernetesPrograms: Readonly<Record<BootFile['reads'], StandIn>> = {
  'cloud-init': {
    file: 'kubernetes.sh',
    paths: ['/usr/local/bin/kubeadm', '/usr/local/bin/kubectl'],
  },
  ignition: { file: 'kubernetes.sh', paths: ['/opt/bin/kubeadm', '/opt/bin/kubectl'] },
};

/**
 * Stand-in for curl when the machine that runs the sandbox has none: enough for checks of
 * readiness.
 */
export const curlStandIn: StandIn = { file: 'curl.sh', paths: ['/usr/bin/curl'] };

/**
 * Checks of kubeadm that need a kernel and hardware of its own, which a guest lacks. All other
 * checks are made, as on a real machine.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/preflight/checks.go
 */
export const impossibleChecks = [
  'SystemVerification',
  'Swap',
  'NumCPU',
  'Mem',
  'FileContent--proc-sys-net-bridge-bridge-nf-call-iptables',
] as const;
