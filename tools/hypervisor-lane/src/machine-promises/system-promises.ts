// SPDX-License-Identifier: Apache-2.0
import type { MachinePromise } from './promise.ts';

const programs = 'guest/root/played-programs.ts';
const kernel = 'guest/root/played-kernel.ts';
const image = ['guest/root/image.ts', 'guest/root/image-tools.ts'];
const disks = ['guest/root/disks.ts', 'guests/disks.ts'];

/** Disks, file systems, network and programs of a machine. */
export const systemPromises: readonly MachinePromise[] = [
  {
    check: 'disk_names',
    played: [...disks, 'guest/root/root-file-system.ts'],
    upstream:
      'kubevirt pkg/virt-launcher/virtwrap/converter/converter.go Convert_v1_Disk_To_api_Disk',
    expects: 'the disk of etcd has a name by its serial number and one of the kernel',
  },
  {
    check: 'file_system',
    played: ['guest/cloud-init/disk-setup.ts', 'guest/root/disks.ts', programs],
    upstream: 'cloud-init cloudinit/config/cc_disk_setup.py mkfs',
    expects: 'it has an ext4 with the label etcd',
  },
  {
    check: 'fstab_line',
    played: ['guest/cloud-init/disk-setup.ts'],
    upstream: 'cloud-init cloudinit/config/cc_mounts.py MNT_COMMENT',
    expects:
      '/etc/fstab has its line with all six fields, the options of the user data and the comment of cloud-init',
  },
  {
    check: 'fstab_mounted',
    played: ['guest/cloud-init/disk-setup.ts', 'guest/root/fstab.ts'],
    upstream: 'util-linux sys-utils/mount.c mount_all',
    expects: 'it is mounted at /var/lib/etcd',
  },
  {
    check: 'mounted_folder',
    played: [programs],
    upstream: 'util-linux misc-utils/findmnt.c match_func',
    expects: 'findmnt prints where it is mounted',
  },
  {
    check: 'mount_unit',
    played: ['guest/systemd/mount-service.ts', 'guest/systemd/fstab-mount.ts'],
    upstream: 'systemd src/core/mount.c mount_enter_mounting',
    expects: 'its mount is an active unit',
  },
  {
    check: 'mount_all',
    played: ['guest/root/fstab.ts', programs],
    upstream: 'util-linux sys-utils/mount.c mount_all',
    expects: 'mount -a succeeds when all is mounted',
  },
  {
    check: 'run_in_memory',
    played: ['guest/root/root-file-system.ts'],
    upstream: 'systemd src/shared/mount-setup.c tmpfs',
    expects: '/run is in memory',
  },
  {
    check: 'interface_name',
    played: ['guest/network/interface-plan.ts'],
    upstream: 'systemd src/udev/udev-builtin-net_id.c names_pci_slot',
    expects: 'the interface of the default route has the name of its PCI slot',
  },
  {
    check: 'interface_address',
    played: ['guest/network/configure-network.ts', 'guest/network/interface-plan.ts'],
    upstream: 'cloud-init cloudinit/net/network_state.py handle_ethernets',
    expects: 'that interface is up and has an address',
  },
  {
    check: 'loopback',
    played: ['guest/network/configure-network.ts', 'guest/network/interface-plan.ts'],
    upstream: 'systemd src/core/loopback-setup.c loopback_setup',
    expects: 'lo has 127.0.0.1',
  },
  {
    check: 'host_name',
    played: ['guest/root/root-file-system.ts'],
    upstream: 'systemd src/shared/hostname-setup.c hostname_setup',
    expects: 'the kernel has the host name of /etc/hostname',
  },
  {
    check: 'programs',
    played: [...image, programs],
    upstream: 'kubernetes cmd/kubeadm/app/preflight/checks.go InPathCheck',
    expects: 'the programs are there that scripts of machines call',
  },
  {
    check: 'unknown_program',
    played: ['guest/root/image-tools.ts'],
    upstream: 'dash src/exec.c 127',
    expects: 'a shell ends with 127 where a program does not exist',
  },
  {
    check: 'kernel_modules',
    played: [kernel],
    upstream: 'kmod tools/modprobe.c do_modprobe',
    expects: 'the kernel has the modules of /etc/modules-load.d/strata.conf',
  },
  {
    check: 'kernel_settings',
    played: [kernel],
    upstream: 'procps src/sysctl.c ReadSetting',
    expects: 'sysctl -n prints the values of /etc/sysctl.d/90-strata.conf',
  },
  {
    check: 'exit_codes_of_settings',
    played: [kernel],
    upstream: 'procps src/sysctl.c WriteSetting',
    expects: 'modprobe and sysctl end with 1 when the kernel knows no such thing',
  },
  {
    check: 'exit_codes_of_disks',
    played: [programs],
    upstream: 'util-linux misc-utils/blkid.c BLKID_EXIT_NOTFOUND',
    expects: 'blkid ends with 2, mount and umount with 32, findmnt, resize2fs and mkfs with 1',
  },
  {
    check: 'kubernetes_versions',
    played: [...image, programs],
    upstream: 'kubernetes cmd/kubeadm/app/cmd/version.go GitVersion',
    expects: 'kubeadm, kubelet and kubectl have the version of /etc/strata/kubernetes-version',
  },
  {
    check: 'runtime_versions',
    played: [programs],
    upstream: 'containerd cmd/containerd/command/main.go VersionPrinter',
    expects: 'containerd and runc print their versions as upstream does',
  },
  {
    check: 'exit_codes_of_curl',
    played: ['guest/image/curl.mjs'],
    upstream: 'curl include/curl/curl.h CURLE_COULDNT_CONNECT',
    expects: 'curl ends with 2, 6, 7, 22 and 60 for the five failures that scripts tell apart',
  },
  {
    check: 'left_out_checks',
    played: ['guest/root/image-tools.ts'],
    upstream: 'kubernetes cmd/kubeadm/app/preflight/checks.go InitNodeChecks',
    expects:
      'the checks of kubeadm that the sandbox leaves out pass: kernel, swap, CPUs, memory, bridges',
  },
  {
    check: 'udev_rules',
    played: ['guest/root/udev-rules.ts'],
    upstream: 'systemd src/udev/udevadm-verify.c verify_rules',
    expects: 'udev takes the rules of Strata in /etc/udev/rules.d',
  },
];
