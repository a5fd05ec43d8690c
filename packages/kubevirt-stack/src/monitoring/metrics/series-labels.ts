// SPDX-License-Identifier: Apache-2.0
import { backupLateSeries, credentialSeries, volumeBackupLateSeries } from '@strata/contracts';
import type { ExporterName } from './exported-metrics.ts';
import { metricLabels } from './metric-labels.ts';

/** An exporter's scrape target: which labels Prometheus adds to its series. */
interface Target {
  /**
   * Labels that Prometheus adds.
   * @see
   * https://github.com/prometheus-operator/prometheus-operator/blob/v0.93.1/pkg/prometheus/promcfg.go
   */
  readonly labels: readonly string[];
  /**
   * Whether an exporter's own label wins over one that Prometheus adds; otherwise it is renamed to
   * `exported_<label>`.
   */
  readonly honorLabels: boolean;
  /** Where the target is defined. */
  readonly source: string;
}

const ofPod = ['namespace', 'pod', 'container', 'endpoint', 'instance', 'job'] as const;
const own = 'monitoring/render-targets.ts';

const targets: Readonly<Record<Exclude<ExporterName, 'built-in'>, Target>> = {
  kubevirt: {
    labels: [...ofPod, 'service'],
    honorLabels: true,
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/generate/components/prometheus.go',
  },
  cdi: {
    labels: [...ofPod, 'service'],
    honorLabels: false,
    source:
      'https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/operator/controller/prometheus.go',
  },
  metallb: { labels: ofPod, honorLabels: false, source: own },
  'node-exporter': { labels: [...ofPod, 'node'], honorLabels: false, source: own },
  'kube-state-metrics': { labels: ofPod, honorLabels: true, source: own },
  kubelet: {
    labels: ['namespace', 'endpoint', 'instance', 'job', 'service', 'node'],
    honorLabels: true,
    source: own,
  },
  'blackbox-exporter': { labels: ofPod, honorLabels: false, source: own },
  prometheus: { labels: ofPod, honorLabels: false, source: own },
  alertmanager: { labels: ofPod, honorLabels: false, source: own },
};

/**
 * Returns the labels that Prometheus stores with a metric, of which the exporter itself sets these.
 */
export function storedLabels(exporter: keyof typeof targets, labels: readonly string[]): string[] {
  const target = targets[exporter];
  const named = target.honorLabels
    ? labels
    : labels.map((label) => (target.labels.includes(label) ? `exported_${label}` : label));
  return [...new Set([...named, ...target.labels])];
}

/** The labels of series that no exporter exports. */
const made: Readonly<Record<string, readonly string[]>> = {
  // Prometheus makes it for each target; targets of a ServiceMonitor have a service as well.
  up: [...ofPod, 'service'],
  // Prometheus makes it for each alert, with the labels of the alert beside these.
  ALERTS: ['alertname', 'alertstate', 'severity'],
  // The stacks of user clusters have Prometheus record these.
  ...Object.fromEntries(
    Object.values(credentialSeries).map((series) => [series, ['cluster', 'credential']]),
  ),
  [backupLateSeries]: ['cluster', 'namespace'],
  [volumeBackupLateSeries]: ['cluster', 'namespace'],
};

/** The labels that Prometheus stores with each metric that alerts or dashboards use. */
export const seriesLabels: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(made),
  ...metricLabels.flatMap(({ exporter, metrics }) =>
    Object.entries(metrics).map(
      ([metric, labels]) => [metric, storedLabels(exporter, labels)] as const,
    ),
  ),
]);
