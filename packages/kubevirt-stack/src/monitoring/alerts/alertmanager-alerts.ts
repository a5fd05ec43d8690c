// SPDX-License-Identifier: Apache-2.0
import type { Alert } from './alert.ts';
import { minutes } from './alert.ts';

const alertmanager = 'job="alertmanager",namespace="monitoring"';
const failed = (labels: string) =>
  `alertmanager_notifications_failed_total{${alertmanager},${labels}}`;

/**
 * Failures count once when a flush gives up: with each `group_interval` of the route, which is an hour at
 * most for the second half of the alert.
 *
 * @see https://github.com/prometheus/alertmanager/blob/v0.33.1/notify/retry_stage.go
 */
const failures = (span: string) => {
  const [range, ...offset] = span.split(' ');
  const selector = [`alertmanager_notifications_failed_total[${range}]`, ...offset].join(' ');
  return `sum by (namespace, integration) (increase(${selector}))`;
};

/** Alerts on Alertmanager: whether alerts reach people. */
export const alertmanagerAlerts: readonly Alert[] = [
  {
    name: 'AlertmanagerConfigurationRefused',
    expression: () => 'max by (namespace, pod) (alertmanager_config_last_reload_successful) == 0',
    forMinutes: minutes(10),
    severity: 'warning',
    summary: 'Alertmanager {{ $labels.pod }} goes on with an old configuration',
    description:
      'New receivers get nothing. When its pod starts again it does not run, and nobody is told of ' +
      'anything.',
    cases: [
      {
        when: 'the last reload failed',
        given: [
          {
            series: `alertmanager_config_last_reload_successful{${alertmanager},pod="a-0"}`,
            values: '0x20',
          },
        ],
        after: 15,
        fires: [{ namespace: 'monitoring', pod: 'a-0' }],
      },
      {
        when: 'it succeeded',
        given: [
          {
            series: `alertmanager_config_last_reload_successful{${alertmanager},pod="a-0"}`,
            values: '1x20',
          },
        ],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'NotificationsFailing',
    expression: () =>
      `${failures('15m')} > 0 or (${failures('75m')} > 0 and ${failures('75m offset 75m')} > 0)`,
    forMinutes: minutes(15),
    severity: 'warning',
    summary: 'Alertmanager cannot notify by {{ $labels.integration }}',
    description: 'Whoever is told of alerts in this way is told of none.',
    cases: [
      {
        when: 'one way fails again and again, on one of two replicas',
        given: [
          { series: failed('pod="a-0",integration="webhook",reason="other"'), values: '0+1x40' },
          { series: failed('pod="a-1",integration="webhook",reason="other"'), values: '0x40' },
          { series: failed('pod="a-0",integration="email",reason="other"'), values: '0x40' },
        ],
        after: 35,
        fires: [{ namespace: 'monitoring', integration: 'webhook' }],
      },
      {
        when: 'a way fails with every flush of a route that has group_interval: 30m',
        given: [
          {
            series: failed('pod="a-0",integration="webhook",reason="clientError"'),
            values: '0x1 1x29 2x29 3x29 4x29 5x29',
          },
        ],
        after: 100,
        fires: [{ namespace: 'monitoring', integration: 'webhook' }],
      },
      {
        when: 'a way fails with every flush of a route that has group_interval: 1h',
        given: [
          {
            series: failed('pod="a-0",integration="webhook",reason="clientError"'),
            values: '0x1 1x59 2x59 3x59',
          },
        ],
        after: 150,
        fires: [{ namespace: 'monitoring', integration: 'webhook' }],
      },
      {
        when: 'a way failed for ten minutes, more than an hour ago',
        given: [
          {
            series: failed('pod="a-0",integration="webhook",reason="other"'),
            values: '0x10 1+1x9 10x120',
          },
        ],
        after: 100,
        fires: [],
      },
      {
        when: 'a message was lost once',
        given: [
          {
            series: failed('pod="a-0",integration="webhook",reason="serverError"'),
            values: '0x10 1x40',
          },
        ],
        after: 26,
        fires: [],
      },
    ],
  },
];
