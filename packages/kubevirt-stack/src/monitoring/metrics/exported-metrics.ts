// SPDX-License-Identifier: Apache-2.0
import {
  backupLateSeries,
  credentialSeries,
  minorOf,
  volumeBackupLateSeries,
} from '@strata/contracts';
import type { GateRelease } from '@strata/contracts';
import { alertmanager } from './alertmanager-metrics.ts';
import { cdi } from './cdi-metrics.ts';
import { kubeState } from './kube-state-metrics.ts';
import { kubevirt1_7 } from './kubevirt-1.7-metrics.ts';
import { kubevirt1_8 } from './kubevirt-1.8-metrics.ts';
import { kubevirt1_9 } from './kubevirt-1.9-metrics.ts';
import type { Metrics } from './metric-list.ts';
import { seriesNames } from './metric-list.ts';
import { nodeExporter } from './node-exporter-metrics.ts';
import { prometheus } from './prometheus-metrics.ts';
import { blackbox, builtIn, kubelet, metallb } from './small-exporters.ts';

/** A component that Prometheus scrapes. */
export interface Exporter {
  readonly component: ExporterName;
  /** Version whose source the list was taken from; of KubeVirt only the minor. */
  readonly version: string;
  readonly metrics: Metrics;
}

/** Component that a metric may come from. */
export type ExporterName =
  | 'kubevirt'
  | 'cdi'
  | 'metallb'
  | 'node-exporter'
  | 'kube-state-metrics'
  | 'kubelet'
  | 'blackbox-exporter'
  | 'prometheus'
  | 'alertmanager'
  | 'built-in';

const kubevirtMetrics: Readonly<Record<GateRelease, Metrics>> = {
  '1.7': kubevirt1_7,
  '1.8': kubevirt1_8,
  '1.9': kubevirt1_9,
};

/** All exporters; KubeVirt once for each minor that a release of the platform contains. */
export const exporters: readonly Exporter[] = [
  ...Object.entries(kubevirtMetrics).map(
    ([version, metrics]) => ({ component: 'kubevirt', version, metrics }) as const,
  ),
  { component: 'cdi', version: '1.65.0', metrics: cdi },
  { component: 'metallb', version: '0.16.1', metrics: metallb },
  { component: 'node-exporter', version: '1.12.1', metrics: nodeExporter },
  { component: 'kube-state-metrics', version: '2.18.0', metrics: kubeState },
  { component: 'kubelet', version: '1.35.4', metrics: kubelet },
  { component: 'blackbox-exporter', version: '0.28.0', metrics: blackbox },
  { component: 'prometheus', version: '3.15.0', metrics: prometheus },
  { component: 'alertmanager', version: '0.33.1', metrics: alertmanager },
  { component: 'built-in', version: '3.15.0', metrics: builtIn },
];

/** Returns the metrics that a component exports; for KubeVirt, those of the version's minor. */
export function exportedMetrics(component: ExporterName, version?: string): Metrics {
  return Object.assign(
    {},
    ...exporters
      .filter((exporter) => exporter.component === component)
      .filter((exporter) => version === undefined || minorOf(exporter.version) === minorOf(version))
      .map(({ metrics }) => metrics),
  ) as Metrics;
}

/** Returns all names that an expression may use on a platform with this KubeVirt version. */
export function knownSeries(kubevirt: string): ReadonlySet<string> {
  return new Set(
    exporters
      .filter(({ component }) => component !== 'kubevirt')
      .map(({ metrics }) => metrics)
      .concat(exportedMetrics('kubevirt', kubevirt))
      .flatMap(seriesNames)
      // Not exported: the stacks of user clusters have Prometheus record these series.
      .concat(Object.values(credentialSeries), backupLateSeries, volumeBackupLateSeries),
  );
}
