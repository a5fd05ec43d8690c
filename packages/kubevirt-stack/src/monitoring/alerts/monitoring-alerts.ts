// SPDX-License-Identifier: Apache-2.0
import { machineScrape } from '@strata/contracts/accounts';
import type { Alert } from './alert.ts';
import { minutes } from './alert.ts';

const claim = (what: string) =>
  `kubelet_volume_stats_${what}_bytes{namespace="monitoring",persistentvolumeclaim="prometheus-db"}`;
const prometheus = 'job="prometheus",namespace="monitoring"';

/** Alerts on monitoring itself: whether the other alerts can be relied upon. */
export const monitoringAlerts: readonly Alert[] = [
  {
    name: 'TargetDown',
    // Machines of user clusters are left out: tenants decide what these answer.
    expression: () => `max by (job, namespace, instance) (up{job!="${machineScrape.job}"}) == 0`,
    forMinutes: minutes(15),
    severity: 'warning',
    summary: '{{ $labels.job }} at {{ $labels.instance }} cannot be measured',
    description: 'Alerts about it stay silent until it answers again.',
    cases: [
      {
        when: 'a target does not answer',
        given: [
          { series: 'up{job="virt-api",namespace="kubevirt",instance="a:1"}', values: '0x30' },
        ],
        after: 20,
        fires: [{ job: 'virt-api', namespace: 'kubevirt', instance: 'a:1' }],
      },
      {
        when: 'a machine of a user cluster does not answer',
        given: [
          {
            series: `up{job="${machineScrape.job}",namespace="cluster-shop",instance="10.244.3.7:9100"}`,
            values: '0x30',
          },
        ],
        after: 20,
        fires: [],
      },
      {
        when: 'it answers',
        given: [
          { series: 'up{job="virt-api",namespace="kubevirt",instance="a:1"}', values: '1x30' },
        ],
        after: 20,
        fires: [],
      },
    ],
  },
  {
    name: 'ObjectMetricsMissing',
    expression: () => 'absent(up{job="kube-state-metrics"} == 1)',
    forMinutes: minutes(10),
    severity: 'critical',
    summary: 'Nothing tells the state of hosts, pods and CronJobs',
    description:
      'kube-state-metrics cannot be measured. Alerts on hosts that are away, parts of the platform that ' +
      'are down and backups that are late stay silent.',
    cases: [
      {
        when: 'kube-state-metrics does not answer',
        given: [{ series: 'up{job="kube-state-metrics"}', values: '0x20' }],
        after: 15,
        fires: [{}],
      },
      {
        when: 'there is none',
        given: [],
        after: 15,
        fires: [{}],
      },
      {
        when: 'a new pod takes over from an old one',
        given: [
          { series: 'up{job="kube-state-metrics",pod="a"}', values: '1x8 0x2 stale' },
          { series: 'up{job="kube-state-metrics",pod="b"}', values: '_x9 0x3 1x10' },
        ],
        after: 20,
        fires: [],
      },
    ],
  },
  {
    name: 'VolumeAlmostFull',
    expression: ({ thresholds, namespaces }) =>
      'max by (namespace, persistentvolumeclaim)' +
      ` (1 - kubelet_volume_stats_available_bytes{namespace="${namespaces.monitoring}"}` +
      ` / kubelet_volume_stats_capacity_bytes{namespace="${namespaces.monitoring}"})` +
      ` > ${thresholds.volumePercent / 100}`,
    forMinutes: minutes(30),
    severity: 'warning',
    summary: 'Volume {{ $labels.persistentvolumeclaim }} is almost full',
    description: 'Prometheus stops when it is: then there are no alerts at all.',
    needs: 'kubelets',
    cases: [
      {
        when: "a tenth of Prometheus' volume is left",
        given: [
          { series: claim('available'), values: '10x40' },
          { series: claim('capacity'), values: '100x40' },
        ],
        after: 35,
        fires: [{ namespace: 'monitoring', persistentvolumeclaim: 'prometheus-db' }],
      },
      {
        when: 'half is left',
        given: [
          { series: claim('available'), values: '50x40' },
          { series: claim('capacity'), values: '100x40' },
        ],
        after: 35,
        fires: [],
      },
    ],
  },
  {
    name: 'PrometheusConfigurationRefused',
    expression: () => 'max by (namespace, pod) (prometheus_config_last_reload_successful) == 0',
    forMinutes: minutes(10),
    severity: 'warning',
    summary: 'Prometheus {{ $labels.pod }} goes on with an old configuration',
    description: 'What was added since, alerts among it, is not in force.',
    cases: [
      {
        when: 'the last reload failed',
        given: [
          {
            series: `prometheus_config_last_reload_successful{${prometheus},pod="p-0"}`,
            values: '0x20',
          },
        ],
        after: 15,
        fires: [{ namespace: 'monitoring', pod: 'p-0' }],
      },
      {
        when: 'it succeeded',
        given: [
          {
            series: `prometheus_config_last_reload_successful{${prometheus},pod="p-0"}`,
            values: '1x20',
          },
        ],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'PrometheusRuleFailing',
    expression: () =>
      'max by (namespace, pod) (increase(prometheus_rule_evaluation_failures_total[15m])) > 0',
    forMinutes: minutes(15),
    severity: 'warning',
    summary: 'Prometheus {{ $labels.pod }} cannot evaluate a rule',
    description: 'An alert that cannot be evaluated never fires.',
    cases: [
      {
        when: 'a rule fails at every evaluation',
        given: [
          {
            series: `prometheus_rule_evaluation_failures_total{${prometheus},pod="p-0"}`,
            values: '0+1x40',
          },
        ],
        after: 35,
        fires: [{ namespace: 'monitoring', pod: 'p-0' }],
      },
      {
        when: 'it failed once, long ago',
        given: [
          {
            series: `prometheus_rule_evaluation_failures_total{${prometheus},pod="p-0"}`,
            values: '1x40',
          },
        ],
        after: 35,
        fires: [],
      },
    ],
  },
  {
    name: 'Watchdog',
    expression: () => 'vector(1)',
    forMinutes: minutes(0),
    severity: 'none',
    summary: 'Alerts are delivered',
    description:
      'Fires always. Send it to something that calls somebody when it stops: then Prometheus, ' +
      'Alertmanager or the way out is broken.',
    cases: [{ when: 'all is well', given: [], after: 1, fires: [{}] }],
  },
];
