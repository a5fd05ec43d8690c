// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '../config/index.ts';
import { keptCount } from './kept-count.ts';

/** Resources that backups need from the quota in the cluster's namespace. */
interface BackupDemand {
  /** Pods that run at a time. */
  readonly pods: number;
  readonly volumes: number;
  readonly sizeGiB: number;
  /** Snapshots of each volume of users: those that are kept, that of a run, and that of a restore. */
  readonly snapshotsPerVolume: number;
}

/** Returns what the backups of a cluster need of its quota: there is always room for them. */
export function backupDemand({ backup }: Pick<UserClusterConfig, 'backup'>): BackupDemand {
  if (backup === undefined) return { pods: 0, volumes: 0, sizeGiB: 0, snapshotsPerVolume: 0 };
  const { volume } = backup.target;
  return {
    pods: backup.volumes === undefined ? 1 : 2,
    volumes: volume === undefined ? 0 : 1,
    sizeGiB: volume?.sizeGiB ?? 0,
    snapshotsPerVolume: backup.volumes === undefined ? 0 : keptCount(backup.volumes) + 2,
  };
}
