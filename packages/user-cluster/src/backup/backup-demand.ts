// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '../config/index.ts';

/** Resources that backups need from the quota in the cluster's namespace. */
interface BackupDemand {
  /** Pods that run at a time. */
  readonly pods: number;
  readonly volumes: number;
  readonly sizeGiB: number;
}

/** Returns what the backups of a cluster need of its quota: there is always room for them. */
export function backupDemand({ backup }: Pick<UserClusterConfig, 'backup'>): BackupDemand {
  if (backup === undefined) return { pods: 0, volumes: 0, sizeGiB: 0 };
  const { volume } = backup.target;
  return { pods: 1, volumes: volume === undefined ? 0 : 1, sizeGiB: volume?.sizeGiB ?? 0 };
}
