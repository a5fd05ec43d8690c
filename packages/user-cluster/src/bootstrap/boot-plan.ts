// SPDX-License-Identifier: Apache-2.0

/** A file that the machine gets at its first boot; root's. */
export interface UserDataFile {
  readonly path: string;
  readonly content: string;
  /** In octal. */
  readonly permissions: '0440' | '0600' | '0644' | '0755';
}

/** A unit of systemd. */
export interface UserDataUnit {
  /** With its kind, `x.service`. */
  readonly name: string;
  readonly content: string;
  /** Whether every boot starts it, the first one included. All others wait for somebody to enable them. */
  readonly enabled: boolean;
}

/** Somebody who may log in by SSH, and become root. */
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

/** What a machine is and does from its first boot on, in no format yet. */
export interface BootPlan {
  readonly files: readonly UserDataFile[];
  readonly units: readonly UserDataUnit[];
  readonly users: readonly LoginUser[];
  readonly keptDisks: readonly KeptDisk[];
  /** Empty: those of the image. */
  readonly timeServers: readonly string[];
}

/** Where an administrator's units are. */
export const unitFolder = '/etc/systemd/system';

/** Where a machine sees a kept disk. */
export const deviceOf = ({ serial }: KeptDisk) => `/dev/disk/by-id/virtio-${serial}`;
