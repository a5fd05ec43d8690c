// SPDX-License-Identifier: Apache-2.0
import type { Alert, TestSeries } from './alert.ts';

const outdated = (values: string): TestSeries => ({
  series:
    'kubevirt_cdi_dataimportcron_outdated{namespace="cdi",exported_namespace="golden-images",cron_name="ubuntu",pending="false"}',
  values,
});

/** CDI's CronJob that asks the source of an image once a day, and the time of its making. */
const poll = { cronjob: 'ubuntu-0a1b2c3d' };
const labels = `{namespace="cdi",cronjob="${poll.cronjob}"}`;
const day = 86_400;
const made: TestSeries = { series: `kube_cronjob_created${labels}`, values: `${day}x1000` };
const lastDue = (values: string): TestSeries => ({
  series: `kube_cronjob_status_last_schedule_time${labels}`,
  values,
});
const lastAnswer = (values: string): TestSeries => ({
  series: `kube_cronjob_status_last_successful_time${labels}`,
  values,
});

/** Alerts on golden images that get old. */
export const imageAlerts: readonly Alert[] = [
  {
    name: 'GoldenImageStale',
    expression: () =>
      'max by (exported_namespace, cron_name, pending) (kubevirt_cdi_dataimportcron_outdated) > 0',
    forMinutes: ({ goldenImageHours }) => goldenImageHours * 60,
    severity: 'warning',
    summary:
      'Golden image {{ $labels.exported_namespace }}/{{ $labels.cron_name }} is behind its source',
    description:
      'The image could not be imported again; new machines still start from the one before.',
    cases: [
      {
        when: 'an image has been outdated for seven hours',
        given: [outdated('1x430')],
        after: 420,
        fires: [{ exported_namespace: 'golden-images', cron_name: 'ubuntu', pending: 'false' }],
      },
      {
        when: 'the import takes an hour',
        given: [outdated('1x60 0x370')],
        after: 420,
        fires: [],
      },
    ],
  },
  {
    name: 'GoldenImageNotChecked',
    // CDI counts an image as outdated only once it has learned of a newer one. A poll that fails leaves the
    // CronJob's last success behind its schedule.
    expression: ({ namespaces: { cdi } }) => {
      const of = (metric: string) => `kube_cronjob_${metric}{namespace="${cdi}"}`;
      return (
        `max by (cronjob) (${of('status_last_schedule_time')})` +
        ` > max by (cronjob) (${of('status_last_successful_time')} or ${of('created')})`
      );
    },
    forMinutes: ({ goldenImageHours }) => goldenImageHours * 60,
    severity: 'warning',
    summary: 'CDI cannot ask for a newer golden image: {{ $labels.cronjob }}',
    description:
      'The source did not answer, so nobody knows whether it has a newer image; new machines start from ' +
      'the last one that was imported.',
    cases: [
      {
        when: 'the source has not answered since the poll of seven hours ago',
        given: [made, lastDue(`${2 * day}x430`), lastAnswer(`${day + 60}x430`)],
        after: 420,
        fires: [poll],
      },
      {
        when: 'the source has never answered',
        given: [made, lastDue(`${2 * day}x430`)],
        after: 420,
        fires: [poll],
      },
      {
        when: 'the source answers again after a poll in vain',
        given: [
          made,
          lastDue(`${2 * day}x300 ${3 * day}x130`),
          lastAnswer(`${day + 60}x302 ${3 * day + 60}x130`),
        ],
        after: 420,
        fires: [],
      },
      {
        when: 'the first poll is not due yet',
        given: [made],
        after: 420,
        fires: [],
      },
    ],
  },
];
