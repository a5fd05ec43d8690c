// SPDX-License-Identifier: Apache-2.0

/** A file that a VM gets at its first boot; root owns it. */
export interface UserDataFile {
  readonly path: string;
  readonly content: string;
  /** Mode in octal. */
  readonly permissions: '0440' | '0600' | '0644' | '0755';
}

/** A unit of systemd. */
export interface UserDataUnit {
  /** With its suffix, `x.service`. */
  readonly name: string;
  readonly content: string;
  /**
   * Whether every boot starts it, the first one included. Any other unit waits until something enables
   * it.
   */
  readonly enabled: boolean;
}

/** A user who may log in by SSH and become root. */
export interface LoginUser {
  readonly name: string;
  readonly authorizedKeys: readonly string[];
}

/** A disk that outlives the VM. */
export interface KeptDisk {
  /** Serial number by which the guest finds the disk, as `/dev/disk/by-id/virtio-<serial>`. */
  readonly serial: string;
  readonly mountPath: string;
}

/** Setup of a VM from its first boot on, before it is rendered in a specific format. */
export interface BootPlan {
  readonly files: readonly UserDataFile[];
  readonly units: readonly UserDataUnit[];
  readonly users: readonly LoginUser[];
  readonly keptDisks: readonly KeptDisk[];
  /** Empty means the time servers of the image. */
  readonly timeServers: readonly string[];
}

/** Folder of an administrator's units. */
export const unitFolder = '/etc/systemd/system';

/** Returns the path of a kept disk inside the VM. */
export const deviceOf = ({ serial }: KeptDisk) => `/dev/disk/by-id/virtio-${serial}`;
