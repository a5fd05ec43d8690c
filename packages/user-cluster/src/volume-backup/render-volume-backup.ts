// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { clusterLabels, labelKeys, volumeBackupJob } from '@strata/contracts';
import { deadlineSeconds } from '../backup/backup-times.ts';
import { keptCount } from '../backup/kept-count.ts';
import { restrictedContainer, restrictedPod } from '../cloud/restricted-pod.ts';
import { tenantImage } from '../cloud/tenant-images.ts';
import type { ClusterContext } from '../cluster-context.ts';
import type { VolumeBackupConfig } from '../config/index.ts';
import { storageClasses } from '../storage/index.ts';
import { snapshotClassChoice } from './snapshot-class-choice.ts';

/** File with the script, a key of its ConfigMap. */
export const scriptFile = 'snapshot-volumes.sh';

const settings = { name: 'settings', mountPath: '/etc/volume-backup', readOnly: true };
/** Lists of the script, and the header with its token; in memory. */
const scratch = { name: 'scratch', mountPath: '/run/volumes' };

/** Seconds in which the storage has to take all snapshots; twice within the time of a run. */
const patienceSeconds = 1_500;

/** Returns the VolumeSnapshotClass of each class of the infra cluster, as arguments of the script. */
function classPairs(context: Pick<ClusterContext, 'config' | 'platform'>): string[] {
  const pairs = storageClasses(context).flatMap((one) => {
    const { platform } = context;
    const infra = platform.storageClasses.find(({ name }) => name === one.infraClass);
    const choice = infra && snapshotClassChoice(one, infra);
    return choice === undefined || 'problem' in choice
      ? []
      : [[one.infraClass, choice.snapshotClass] as const];
  });
  // The first class of the user cluster with an infra class decides.
  const byClass = new Map(pairs.toReversed());
  return [...byClass].map(([infraClass, snapshotClass]) => `${infraClass}=${snapshotClass}`).sort();
}

/**
 * Renders the pod that takes a snapshot of each volume. Its image is used anyway: it has a shell and curl,
 * see `renderHostFollower`.
 */
function renderPod(context: ClusterContext, volumes: VolumeBackupConfig) {
  return {
    restartPolicy: 'Never',
    serviceAccountName: volumeBackupJob,
    automountServiceAccountToken: true,
    // It needs nothing of the other Services in the namespace.
    enableServiceLinks: false,
    securityContext: restrictedPod,
    containers: [
      {
        name: 'snapshots',
        image: tenantImage(context.platform, 'csi-liveness-probe'),
        command: [
          '/bin/sh',
          `${settings.mountPath}/${scriptFile}`,
          context.cluster,
          `${keptCount(volumes)}`,
          ...classPairs(context),
        ],
        env: [
          {
            name: 'RUN',
            valueFrom: {
              fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-name']" },
            },
          },
          { name: 'PATIENCE', value: `${patienceSeconds}` },
        ],
        securityContext: restrictedContainer,
        resources: { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '128Mi' } },
        volumeMounts: [settings, scratch],
      },
    ],
    volumes: [
      { name: settings.name, configMap: { name: volumeBackupJob } },
      { name: scratch.name, emptyDir: { medium: 'Memory' } },
    ],
  };
}

/** Renders the spec of the CronJob that takes the snapshots. */
export function renderVolumeBackup(
  context: ClusterContext,
  volumes: VolumeBackupConfig,
): types.input.batch.v1.CronJobSpec {
  const labels = {
    ...clusterLabels(context.environment, context.cluster),
    [labelKeys.component]: volumeBackupJob,
  };
  return {
    schedule: volumes.schedule,
    timeZone: 'Etc/UTC',
    concurrencyPolicy: 'Forbid',
    // Without it, Kubernetes gives up for ever after a hundred missed runs.
    startingDeadlineSeconds: deadlineSeconds,
    successfulJobsHistoryLimit: 1,
    failedJobsHistoryLimit: 3,
    jobTemplate: {
      metadata: { labels },
      spec: {
        // A second pod takes the snapshots of the first for its own.
        backoffLimit: 1,
        activeDeadlineSeconds: deadlineSeconds,
        template: { metadata: { labels }, spec: renderPod(context, volumes) },
      },
    },
  };
}
