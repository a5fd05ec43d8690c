// SPDX-License-Identifier: Apache-2.0

/** A member of etcd, and the disk that its data is written to. */
export interface RestoredMember {
  /** Name of the member, its VM and its node. */
  readonly name: string;
  /** PersistentVolumeClaim of its disk. */
  readonly claim: string;
  readonly volumeMode: 'Block' | 'Filesystem';
  /** Address at which other members find it. */
  readonly peerUrl: string;
}

/** A backup, and the cluster that gets it. */
export interface RestoreRequest {
  /** ID of the backup in the repository. */
  readonly id: string;
  /** Under whose name the backup is in the repository, `<environment>.<cluster>`. */
  readonly host: string;
  /**
   * When somebody asked for the restore, in milliseconds since 1970. It is added to all revisions of the
   * backup: each restore is later than the one before, so clients never see a revision that they know
   * from before it. A cluster would need a thousand writes a second to overtake it.
   */
  readonly asked: number;
  /** All members of the new cluster. */
  readonly members: readonly RestoredMember[];
  /** Members whose disks are written although their former data cannot be read. @default none */
  readonly withoutFormer?: readonly string[];
}
