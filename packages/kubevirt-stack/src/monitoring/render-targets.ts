// SPDX-License-Identifier: Apache-2.0
import { kubelet } from './metrics/small-exporters.ts';
import { accountScrapeClass } from './prometheus-spec.ts';
import { nameLabel } from './workload-labels.ts';

/** A port of one of monitoring's own pods, and how it is scraped. */
interface OwnEndpoint {
  readonly workloads: readonly string[];
  readonly port: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** The port names all differ on purpose: the one PodMonitor tells the pods apart by them. */
const ownEndpoints: readonly OwnEndpoint[] = [
  { workloads: ['prometheus', 'alertmanager'], port: 'web' },
  { workloads: ['prometheus-operator', 'grafana'], port: 'http' },
  {
    workloads: ['node-exporter'],
    port: 'host-metrics',
    more: {
      relabelings: [{ sourceLabels: ['__meta_kubernetes_pod_node_name'], targetLabel: 'node' }],
    },
  },
  {
    workloads: ['kube-state-metrics'],
    port: 'object-metrics',
    // Its measurements are about other pods, in other namespaces.
    more: { honorLabels: true },
  },
];

/** Name of the port at which the blackbox exporter probes other servers. */
export const probePort = 'probe';

/** The blackbox exporter's modules: one reads a certificate, the other also verifies its CA. */
export const probeModules = { certificate: 'certificate', chain: 'chain' } as const;

/** A server whose certificate is probed. */
export interface ProbedTarget {
  /** `host:port`. */
  readonly address: string;
  readonly module: keyof typeof probeModules;
}

function renderProbe({ address: target, module }: ProbedTarget) {
  return {
    port: probePort,
    path: '/probe',
    params: { module: [probeModules[module]], target: [target] },
    relabelings: [{ targetLabel: 'instance', replacement: target }],
  };
}

/**
 * Returns the spec of the PodMonitor for monitoring's own pods.
 *
 * @param probed - servers whose certificate is probed.
 */
export function renderOwnTargets(namespaces: readonly string[], probed: readonly ProbedTarget[]) {
  const workloads = ownEndpoints.flatMap((endpoint) => endpoint.workloads);
  return {
    jobLabel: nameLabel,
    namespaceSelector: { matchNames: [...namespaces] },
    selector: {
      matchExpressions: [
        { key: nameLabel, operator: 'In', values: [...workloads, 'blackbox-exporter'] },
      ],
    },
    podMetricsEndpoints: [
      ...ownEndpoints.map(({ port, more = {} }) => ({ port, ...more })),
      ...probed.map(renderProbe),
    ],
  };
}

/**
 * Returns the spec of the PodMonitor for MetalLB, which serves metrics over TLS to accounts that
 * the API server authenticates.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/k8s/k8s.go
 */
export function renderMetallbTargets(namespace: string) {
  return {
    scrapeClass: accountScrapeClass,
    namespaceSelector: { matchNames: [namespace] },
    selector: { matchLabels: { app: 'metallb' } },
    podMetricsEndpoints: [
      {
        port: 'metricshttps',
        scheme: 'https',
        relabelings: [
          {
            sourceLabels: ['__meta_kubernetes_pod_label_component'],
            targetLabel: 'job',
            replacement: 'metallb-$1',
          },
        ],
      },
    ],
  };
}

/**
 * Returns the spec of the ServiceMonitor for the kubelets, whose Endpoints the operator maintains.
 */
export function renderKubeletTargets() {
  return {
    scrapeClass: accountScrapeClass,
    jobLabel: nameLabel,
    namespaceSelector: { matchNames: ['kube-system'] },
    selector: { matchLabels: { [nameLabel]: 'kubelet' } },
    endpoints: [
      {
        port: 'https-metrics',
        scheme: 'https',
        honorLabels: true,
        // Drops the thousands of other metrics of a kubelet, which nothing here uses.
        metricRelabelings: [
          {
            sourceLabels: ['__name__'],
            regex: Object.keys(kubelet).join('|'),
            action: 'keep',
          },
        ],
      },
    ],
  };
}
