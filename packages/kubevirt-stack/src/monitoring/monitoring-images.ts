// SPDX-License-Identifier: Apache-2.0

/** A container image, and where its tag can be verified. */
export interface MonitoringImage {
  readonly image: string;
  readonly source: string;
}

const github = 'https://github.com';

/**
 * Everything that monitoring runs besides the operator and its config-reloader, whose image the
 * operator's own manifest names. Prometheus is the version that the toolchain builds: what tests
 * the rules is what evaluates them.
 */
export const monitoringImages = {
  prometheus: {
    image: 'quay.io/prometheus/prometheus:v3.15.0',
    source: `${github}/prometheus/prometheus/releases/tag/v3.15.0`,
  },
  alertmanager: {
    image: 'quay.io/prometheus/alertmanager:v0.33.1',
    source: `${github}/prometheus/alertmanager/releases/tag/v0.33.1`,
  },
  nodeExporter: {
    image: 'quay.io/prometheus/node-exporter:v1.12.1',
    source: `${github}/prometheus/node_exporter/releases/tag/v1.12.1`,
  },
  kubeStateMetrics: {
    image: 'registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.18.0',
    source: `${github}/kubernetes/kube-state-metrics/releases/tag/v2.18.0`,
  },
  blackboxExporter: {
    image: 'quay.io/prometheus/blackbox-exporter:v0.28.0',
    source: `${github}/prometheus/blackbox_exporter/releases/tag/v0.28.0`,
  },
  grafana: {
    image: 'docker.io/grafana/grafana:12.4.10',
    source: `${github}/grafana/grafana/releases/tag/v12.4.10`,
  },
} as const satisfies Readonly<Record<string, MonitoringImage>>;

/** The part of monitoring that an image belongs to. */
export type MonitoringImageName = keyof typeof monitoringImages;

/** Where an image is pulled from in this environment. */
export type Mirror = (image: string) => string;

/** An image of monitoring as a pod names it. */
export function imageOf(name: MonitoringImageName, mirror: Mirror = (image) => image): string {
  return mirror(monitoringImages[name].image);
}
