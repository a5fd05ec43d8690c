// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { backupJob, clusterLabels, labelKeys } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import type { BackupConfig } from '../config/index.ts';
import { renderBackupPod } from './render-backup-pod.ts';
import { longestGapSeconds } from './schedule-gap.ts';

/** Seconds that one backup may take, with its repetitions. */
const deadlineSeconds = 3_600;

/** Renders the spec of the CronJob that makes the backups. */
export function renderBackupJob(
  context: ClusterContext,
  backup: BackupConfig,
): types.input.batch.v1.CronJobSpec {
  const labels = {
    ...clusterLabels(context.environment, context.cluster),
    [labelKeys.component]: backupJob,
  };
  return {
    schedule: backup.schedule,
    timeZone: 'Etc/UTC',
    // Two at a time would delete each other's locks of the repository.
    concurrencyPolicy: 'Forbid',
    // Without it, Kubernetes gives up for ever after a hundred missed runs.
    startingDeadlineSeconds: deadlineSeconds,
    successfulJobsHistoryLimit: 1,
    failedJobsHistoryLimit: 3,
    jobTemplate: {
      metadata: { labels },
      spec: {
        backoffLimit: 2,
        activeDeadlineSeconds: deadlineSeconds,
        template: { metadata: { labels }, spec: renderBackupPod(context, backup) },
      },
    },
  };
}

/**
 * Returns the age in seconds above which the last backup is late: the next one should have been made, and
 * has had all the time that it may take.
 */
export function lateAfterSeconds({ schedule }: Pick<BackupConfig, 'schedule'>): number {
  return (longestGapSeconds(schedule) ?? 0) + deadlineSeconds;
}
