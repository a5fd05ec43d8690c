// SPDX-License-Identifier: Apache-2.0
import { deviceOf, unitFolder } from './boot-plan.ts';
import type { BootPlan, KeptDisk, LoginUser, UserDataFile, UserDataUnit } from './boot-plan.ts';

/**
 * Renders the file system of a disk. An existing file system stays: `auto` with a label takes it as it
 * is. `none`, the obvious word for a disk without partitions, would format the disk at every first boot,
 * and with it lose the data that the disk is kept for; `overwrite: false` does not change that.
 *
 * @see https://github.com/canonical/cloud-init/blob/24.4/cloudinit/config/cc_disk_setup.py `mkfs`
 */
function renderFileSystem(disk: KeptDisk) {
  return {
    device: deviceOf(disk),
    filesystem: 'ext4',
    label: disk.serial,
    partition: 'auto',
    overwrite: false,
  };
}

/**
 * Renders the mount of a disk, without `nofail`: a VM whose data is missing must not go on with an empty
 * folder.
 */
function renderMount(disk: KeptDisk): string[] {
  return [deviceOf(disk), disk.mountPath, 'ext4', 'defaults,noatime', '0', '2'];
}

function renderUser({ name, authorizedKeys }: LoginUser) {
  return {
    name,
    ssh_authorized_keys: authorizedKeys,
    sudo: 'ALL=(ALL) NOPASSWD:ALL',
    shell: '/bin/bash',
    lock_passwd: true,
  };
}

function unitFile({ name, content }: UserDataUnit): UserDataFile {
  return { path: `${unitFolder}/${name}`, content, permissions: '0644' };
}

/** Renders commands with their arguments, which run in order as root, at the first boot only. */
function renderCommands(units: readonly UserDataUnit[]): string[][] {
  const enabled = units.filter((unit) => unit.enabled).map(({ name }) => name);
  return [
    ['systemctl', 'daemon-reload'],
    ['systemctl', 'enable', '--now', ...enabled],
  ];
}

/**
 * Renders the text that cloud-init reads. It is JSON, because all JSON is YAML. An empty list of users
 * also removes the image's own user.
 *
 * @see https://cloudinit.readthedocs.io/en/latest/reference/modules.html
 * @see https://cloudinit.readthedocs.io/en/latest/explanation/events.html
 * @see https://github.com/kubevirt/kubevirt/issues/9993
 */
export function renderCloudConfig(plan: BootPlan): string {
  const { keptDisks, timeServers } = plan;
  const files = [...plan.files, ...plan.units.map(unitFile)];
  const document = {
    // KubeVirt gives the card another MAC address with each pod, and cloud-init's network configuration
    // names that address: without this, a VM that starts in another pod has no network.
    updates: { network: { when: ['boot-new-instance', 'boot'] } },
    ssh_pwauth: false,
    users: plan.users.map(renderUser),
    write_files: files.map((file) => ({ ...file, owner: 'root:root' })),
    ...(keptDisks.length > 0 && {
      fs_setup: keptDisks.map(renderFileSystem),
      mounts: keptDisks.map(renderMount),
    }),
    ...(timeServers.length > 0 && { ntp: { enabled: true, servers: timeServers } }),
    runcmd: renderCommands(plan.units),
  };
  return `#cloud-config\n${JSON.stringify(document, null, 2)}\n`;
}
