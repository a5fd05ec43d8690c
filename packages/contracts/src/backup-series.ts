// SPDX-License-Identifier: Apache-2.0

/** Name of the CronJob that backs up the etcd of a user cluster, in the cluster's namespace. */
export const backupJob = 'etcd-backup';

/**
 * Name of the CronJob that backs up the etcd of the infra cluster, in `kube-system`. It is that of
 * KubeOne's addon `backups-restic`.
 */
export const infraBackupJob = 'etcd-s3-backup';

/**
 * The series that the stack of each user cluster with backups has the platform's Prometheus record, and
 * that the platform's alert reads, with the labels `cluster` and `namespace`: the age in seconds above
 * which the last backup is late.
 */
export const backupLateSeries = 'strata_backup_late_after_seconds';
