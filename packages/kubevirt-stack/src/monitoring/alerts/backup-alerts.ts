// SPDX-License-Identifier: Apache-2.0
import {
  backupJob,
  backupLateSeries,
  infraBackupJob,
  volumeBackupJob,
  volumeBackupLateSeries,
} from '@strata/contracts';
import type { Alert, TestSeries } from './alert.ts';
import { minutes } from './alert.ts';

const hour = 3_600;
const shop = { cluster: 'shop', namespace: 'cluster-shop' };

/** Selects the CronJob of a cluster's backups. */
const job = `cronjob="${backupJob}"`;

const ofShop = `{namespace="${shop.namespace}",${job}}`;
const lateAfter: TestSeries = {
  series: `${backupLateSeries}{cluster="${shop.cluster}",namespace="${shop.namespace}"}`,
  values: `${7 * hour}x1000`,
};
/** Whether kube-state-metrics answers. */
const counted = (values: string): TestSeries => ({
  series: 'up{job="kube-state-metrics"}',
  values,
});
const created: TestSeries = { series: `kube_cronjob_created${ofShop}`, values: '0x1000' };

/** A backup that was finished in a minute of the test, as the exporter tells it. */
const lastBackup = (values: string): TestSeries => ({
  series: `kube_cronjob_status_last_successful_time${ofShop}`,
  values,
});

/**
 * Returns the expression that finds the clusters whose backups are late: the age of the last good one, or
 * of the CronJob where there is none yet. A cluster that is to have backups and has no CronJob is late, too;
 * but while kube-state-metrics is away, nobody knows.
 */
function isLate(cronJob: string, lateSeries: string): string {
  const selected = `cronjob="${cronJob}"`;
  const wanted = `max by (cluster, namespace) (${lateSeries})`;
  const last = `max by (namespace) (kube_cronjob_status_last_successful_time{${selected}} or kube_cronjob_created{${selected}})`;
  return (
    `${wanted} < on (namespace) group_left () (time() - ${last})` +
    ` or ${wanted} unless on (namespace) kube_cronjob_created{${selected}}` +
    ' and on () max(up{job="kube-state-metrics"}) == 1'
  );
}

const ofVolumes = `{namespace="${shop.namespace}",cronjob="${volumeBackupJob}"}`;
const volumesLateAfter: TestSeries = {
  series: `${volumeBackupLateSeries}{cluster="${shop.cluster}",namespace="${shop.namespace}"}`,
  values: `${25 * hour}x3000`,
};
const volumeJobCreated: TestSeries = {
  series: `kube_cronjob_created${ofVolumes}`,
  values: '0x3000',
};

/** Selects the CronJob of the infra cluster's backups. */
const infraJob = `namespace="kube-system",cronjob="${infraBackupJob}"`;

const infraCreated: TestSeries = {
  series: `kube_cronjob_created{${infraJob}}`,
  values: '0x1000',
};

/** A backup of the infra cluster that was finished in a minute of the test. */
const lastInfraBackup = (values: string): TestSeries => ({
  series: `kube_cronjob_status_last_successful_time{${infraJob}}`,
  values,
});

/** Alerts on what only somebody misses who needs it. */
export const backupAlerts: readonly Alert[] = [
  {
    name: 'UserClusterBackupLate',
    expression: () => isLate(backupJob, backupLateSeries),
    forMinutes: minutes(15),
    severity: 'critical',
    summary: 'User cluster {{ $labels.cluster }} has no backup of its last hours',
    description:
      'The last one that was saved, verified, stored and read back is older than the schedule allows. ' +
      'Whatever changed in the cluster since then is lost if its etcd is.',
    cases: [
      {
        when: 'the one that was due an hour ago has not been made',
        given: [lateAfter, created, lastBackup('60x1000')],
        after: 7 * 60 + 20,
        fires: [shop],
      },
      {
        when: 'one is made just before it is late',
        given: [lateAfter, created, lastBackup(`60x420 ${421 * 60}x500`)],
        after: 7 * 60 + 20,
        fires: [],
      },
      {
        when: 'there has never been one',
        given: [lateAfter, created],
        after: 7 * 60 + 20,
        fires: [shop],
      },
      {
        when: 'the first one is not due yet',
        given: [lateAfter, created],
        after: 7 * 60,
        fires: [],
      },
      {
        when: 'somebody has deleted the CronJob',
        given: [lateAfter, counted('1x30')],
        after: 16,
        fires: [shop],
      },
      {
        when: 'nothing counts CronJobs',
        given: [lateAfter, counted('0x30')],
        after: 16,
        fires: [],
      },
      {
        when: 'a cluster has no backups',
        given: [{ series: `kube_cronjob_created{namespace="cluster-b",${job}}`, values: '0x1000' }],
        after: 900,
        fires: [],
      },
    ],
  },
  {
    name: 'UserClusterVolumeBackupLate',
    expression: () => isLate(volumeBackupJob, volumeBackupLateSeries),
    forMinutes: minutes(15),
    severity: 'critical',
    summary:
      'User cluster {{ $labels.cluster }} has no snapshots of its volumes from its last hours',
    description:
      'The last run in which every volume got a snapshot is older than the schedule allows. Older ' +
      'snapshots of the volumes that get none stay.',
    cases: [
      {
        when: 'the run that was due an hour ago has failed',
        given: [
          volumesLateAfter,
          volumeJobCreated,
          {
            series: `kube_cronjob_status_last_successful_time${ofVolumes}`,
            values: '60x3000',
          },
        ],
        after: 25 * 60 + 20,
        fires: [shop],
      },
      {
        when: 'a run succeeds just before it is late',
        given: [
          volumesLateAfter,
          volumeJobCreated,
          {
            series: `kube_cronjob_status_last_successful_time${ofVolumes}`,
            values: `60x1500 ${1501 * 60}x1000`,
          },
        ],
        after: 25 * 60 + 20,
        fires: [],
      },
      {
        when: 'somebody has deleted the CronJob',
        given: [volumesLateAfter, counted('1x30')],
        after: 16,
        fires: [shop],
      },
      {
        when: 'only the backup of etcd is late',
        given: [lateAfter, created, volumesLateAfter, volumeJobCreated],
        after: 7 * 60 + 20,
        fires: [],
      },
    ],
  },
  {
    name: 'InfraClusterBackupLate',
    // One is made every 30 minutes. An infra cluster without `kubeone.backups` has no such CronJob.
    expression: () =>
      `time() - max(kube_cronjob_status_last_successful_time{${infraJob}} or kube_cronjob_created{${infraJob}}) > ${2 * hour}`,
    forMinutes: minutes(15),
    severity: 'critical',
    summary: 'The infra cluster has no backup of its last two hours',
    description:
      'None of the backups that are due every 30 minutes has been stored. Whatever changed since the ' +
      'last one is lost if the etcd of all control planes is.',
    cases: [
      {
        when: 'the last one is two hours old',
        given: [infraCreated, lastInfraBackup('60x1000')],
        after: 2 * 60 + 20,
        fires: [{}],
      },
      {
        when: 'there has never been one',
        given: [infraCreated],
        after: 2 * 60 + 20,
        fires: [{}],
      },
      {
        when: 'one is made after two hours',
        given: [infraCreated, lastInfraBackup(`60x120 ${121 * 60}x500`)],
        after: 2 * 60 + 20,
        fires: [],
      },
      {
        when: 'the infra cluster has no backups',
        given: [created],
        after: 900,
        fires: [],
      },
    ],
  },
];
