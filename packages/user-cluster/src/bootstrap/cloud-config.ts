// SPDX-License-Identifier: Apache-2.0

/** A file that the machine gets at its first boot. */
export interface UserDataFile {
  readonly path: string;
  readonly content: string;
  /** In octal. */
  readonly permissions: '0600' | '0644' | '0755';
}

/** Somebody who may log in by SSH. */
export interface LoginUser {
  readonly name: string;
  readonly authorizedKeys: readonly string[];
}

/** A disk that outlives the machine. */
export interface KeptDisk {
  /** By which the machine finds it, as `/dev/disk/by-id/virtio-<serial>`. */
  readonly serial: string;
  readonly mountPath: string;
}

/** What the machine does at its first boot. */
export interface CloudConfig {
  readonly files: readonly UserDataFile[];
  readonly users: readonly LoginUser[];
  readonly keptDisks: readonly KeptDisk[];
  /** Empty: those of the image. */
  readonly timeServers: readonly string[];
  /** Programs with their arguments, run in order as root. */
  readonly commands: readonly (readonly string[])[];
}

const deviceOf = ({ serial }: KeptDisk) => `/dev/disk/by-id/virtio-${serial}`;

/**
 * A file system that is there already stays: `auto` with a label takes it as it is. `none`, the
 * obvious word for a disk without partitions, would format the disk at every first boot, and with
 * it lose the data that the disk is kept for; `overwrite: false` does not change that.
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

/** Without `nofail`: a machine whose data is missing must not go on with an empty folder. */
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

/**
 * The text that cloud-init reads. JSON, for every JSON is YAML. An empty list of users also takes
 * away the image's own.
 *
 * @see https://cloudinit.readthedocs.io/en/latest/reference/modules.html
 */
export function renderCloudConfig(config: CloudConfig): string {
  const { keptDisks, timeServers } = config;
  const document = {
    ssh_pwauth: false,
    users: config.users.map(renderUser),
    write_files: config.files.map((file) => ({ ...file, owner: 'root:root' })),
    ...(keptDisks.length > 0 && {
      fs_setup: keptDisks.map(renderFileSystem),
      mounts: keptDisks.map(renderMount),
    }),
    ...(timeServers.length > 0 && { ntp: { enabled: true, servers: timeServers } }),
    runcmd: config.commands,
  };
  return `#cloud-config\n${JSON.stringify(document, null, 2)}\n`;
}
