// SPDX-License-Identifier: Apache-2.0
import { grafanaPort, grafanaWorkload } from './render-grafana.ts';
import { nameLabel } from './workload-labels.ts';

/** Workloads that answer everybody who can reach them, because they have no authentication. */
const unguarded = ['prometheus', 'alertmanager', 'kube-state-metrics', 'blackbox-exporter'];

/**
 * Returns the spec of monitoring's NetworkPolicy: only its own pods reach each other. Above all,
 * VMs and user clusters cannot learn anything about each other from it.
 *
 * @param visitors - namespaces whose pods may reach Grafana.
 */
export function renderMonitoringWalls(namespace: string, visitors: readonly string[]) {
  const from = (names: readonly string[]) => [
    {
      namespaceSelector: {
        matchExpressions: [
          { key: 'kubernetes.io/metadata.name', operator: 'In', values: [...names] },
        ],
      },
    },
  ];
  return {
    podSelector: {
      matchExpressions: [
        { key: nameLabel, operator: 'In', values: [...unguarded, grafanaWorkload] },
      ],
    },
    policyTypes: ['Ingress'],
    ingress: [
      { from: from([namespace]) },
      ...(visitors.length === 0
        ? []
        : [{ from: from(visitors), ports: [{ port: grafanaPort, protocol: 'TCP' }] }]),
    ],
  };
}
