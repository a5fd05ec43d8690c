// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';

/** Of kube-state-metrics: what alerts, dashboards and KubeVirt's own rules use. */
export const objectMetricsRights = [
  {
    group: '',
    resources: ['nodes', 'pods', 'persistentvolumeclaims'],
    verbs: ['list', 'watch'],
    need: 'to count them',
  },
  {
    group: '',
    resources: ['resourcequotas'],
    verbs: ['list', 'watch'],
    need: 'how much of their volumes user clusters have used up',
  },
  {
    group: 'apps',
    resources: ['deployments', 'daemonsets'],
    verbs: ['list', 'watch'],
    need: 'to count them',
  },
  {
    group: 'batch',
    resources: ['cronjobs'],
    verbs: ['list', 'watch'],
    need: 'when user clusters were last backed up',
  },
] as const satisfies readonly Right[];

/** Of Prometheus, in each namespace where it measures something. */
export const discoveryRights = [
  {
    group: '',
    resources: ['services', 'endpoints', 'pods'],
    verbs: ['get', 'list', 'watch'],
    need: 'to find what it measures',
  },
] as const satisfies readonly Right[];

/** Of Prometheus, everywhere. */
export const metricsRights = [
  {
    group: '',
    resources: ['nodes/metrics'],
    verbs: ['get'],
    need: 'measurements of kubelets, and of what they run',
  },
] as const satisfies readonly Right[];
