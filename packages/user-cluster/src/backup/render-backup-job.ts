// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { backupJob, clusterLabels, labelKeys } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import type { BackupConfig } from '../config/index.ts';
import { deadlineSeconds } from './backup-times.ts';
import { renderBackupPod } from './render-backup-pod.ts';

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
