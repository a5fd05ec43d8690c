// SPDX-License-Identifier: Apache-2.0
import { backupJob, backupLateSeries } from '@strata/contracts';
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

/** Alerts on what only somebody misses who needs it. */
export const backupAlerts: readonly Alert[] = [
  {
    name: 'UserClusterBackupLate',
    // The age of the last good backup; of the CronJob where there is none yet. A cluster that is to have
    // backups and has no CronJob is late, too; but while kube-state-metrics is away, nobody knows.
    expression: () => {
      const wanted = `max by (cluster, namespace) (${backupLateSeries})`;
      const last = `max by (namespace) (kube_cronjob_status_last_successful_time{${job}} or kube_cronjob_created{${job}})`;
      return (
        `${wanted} < on (namespace) group_left () (time() - ${last})` +
        ` or ${wanted} unless on (namespace) kube_cronjob_created{${job}}` +
        ' and on () max(up{job="kube-state-metrics"}) == 1'
      );
    },
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
];
