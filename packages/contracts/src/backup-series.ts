// SPDX-License-Identifier: Apache-2.0

/** Name of the CronJob that backs up the etcd of a user cluster, in the cluster's namespace. */
export const backupJob = 'etcd-backup';

/**
 * Name of the CronJob that takes snapshots of the volumes of a user cluster, in the cluster's namespace.
 */
export const volumeBackupJob = 'volume-backup';

/**
 * Label of the snapshots that {@link volumeBackupJob} takes; its value is the Job that took them. They have
 * no label with the cluster's name: the CSI driver touches no snapshot without it, so nobody inside the
 * cluster can read or delete them through the driver.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/805f17a9a2801352d7e42b92243f660fcda732c2/pkg/kubevirt/client.go `GetVolumeSnapshot`
 */
export const backupRunLabel = 'strata.dev/backup-run';

/**
 * Label of snapshots that {@link volumeBackupJob} never deletes. A restore puts it on those that it needs,
 * and takes it off at its end; its value is the run of the snapshots that the restore takes first.
 */
export const backupHoldLabel = 'strata.dev/backup-hold';

/**
 * Annotations of these snapshots with what their volume was like: a class of the infra cluster, access
 * modes with spaces between, and a mode. A volume that is gone is made again by them.
 */
export const backedUpVolume = {
  storageClass: 'strata.dev/volume-storage-class',
  accessModes: 'strata.dev/volume-access-modes',
  volumeMode: 'strata.dev/volume-mode',
} as const;

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

/**
 * The series like {@link backupLateSeries} for snapshots of volumes, of each user cluster that has them
 * taken.
 */
export const volumeBackupLateSeries = 'strata_volume_backup_late_after_seconds';
