// SPDX-License-Identifier: Apache-2.0
import type { MonitoringConfig } from '../config/index.ts';
import { testAlertContext } from './alerts/test-alert-context.ts';

/** Monitoring of an environment that configures nothing, for unit tests. */
export const defaultMonitoring: MonitoringConfig = {
  enabled: true,
  prometheus: {
    replicas: 1,
    retention: '15d',
    storage: { sizeGiB: 50 },
    scrapeInterval: '30s',
    cpu: 0.5,
    memoryGiB: 4,
    externalLabels: {},
  },
  kubelets: true,
  certificates: true,
  alerts: testAlertContext.thresholds,
};

/** Monitoring with all options on, for unit tests. */
export const fullMonitoring: MonitoringConfig = {
  ...defaultMonitoring,
  prometheus: {
    ...defaultMonitoring.prometheus,
    replicas: 2,
    retentionSizeGiB: 30,
    storage: { className: 'fast', sizeGiB: 40 },
    externalLabels: { site: 'north' },
    remoteWrite: {
      url: 'https://metrics.example/api/v1/write',
      username: 'north',
      password: 'remote hush',
    },
  },
  alertmanager: { replicas: 3, config: 'receivers: [{ name: hush }]\nroute: { receiver: hush }' },
  grafana: { adminPassword: 'grafana hush', allowFrom: ['ingress'] },
};
