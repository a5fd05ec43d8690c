// SPDX-License-Identifier: Apache-2.0
import { renderKubeletTargets, renderMetallbTargets, renderOwnTargets } from './render-targets.ts';

// Proves: monitoring.host-metrics
test('scrapes its own pods, each at a port name that only they have', () => {
  expect(
    renderOwnTargets(
      ['monitoring', 'monitoring-hosts'],
      [
        { address: 'kubernetes.default.svc:443', module: 'chain' },
        { address: 'virt-api.kubevirt.svc:443', module: 'certificate' },
      ],
    ),
  ).toEqual({
    jobLabel: 'app.kubernetes.io/name',
    namespaceSelector: { matchNames: ['monitoring', 'monitoring-hosts'] },
    selector: {
      matchExpressions: [
        {
          key: 'app.kubernetes.io/name',
          operator: 'In',
          values: [
            'prometheus',
            'alertmanager',
            'prometheus-operator',
            'grafana',
            'node-exporter',
            'kube-state-metrics',
            'blackbox-exporter',
          ],
        },
      ],
    },
    podMetricsEndpoints: [
      { port: 'web' },
      { port: 'http' },
      {
        port: 'host-metrics',
        relabelings: [{ sourceLabels: ['__meta_kubernetes_pod_node_name'], targetLabel: 'node' }],
      },
      { port: 'object-metrics', honorLabels: true },
      {
        port: 'probe',
        path: '/probe',
        params: { module: ['chain'], target: ['kubernetes.default.svc:443'] },
        relabelings: [{ targetLabel: 'instance', replacement: 'kubernetes.default.svc:443' }],
      },
      {
        port: 'probe',
        path: '/probe',
        params: { module: ['certificate'], target: ['virt-api.kubevirt.svc:443'] },
        relabelings: [{ targetLabel: 'instance', replacement: 'virt-api.kubevirt.svc:443' }],
      },
    ],
  });
});

// Proves: monitoring.host-metrics
test('scrapes MetalLB over TLS with a token', () => {
  expect(renderMetallbTargets('metallb-system')).toEqual({
    scrapeClass: 'account',
    namespaceSelector: { matchNames: ['metallb-system'] },
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
  });
});

// Proves: monitoring.host-metrics
test('keeps only those metrics of a kubelet that alerts use', () => {
  const { endpoints } = renderKubeletTargets();
  expect(endpoints[0]?.metricRelabelings[0]?.regex).toContain(
    'kubelet_volume_stats_available_bytes',
  );
});
