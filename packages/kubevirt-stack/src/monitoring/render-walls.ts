// SPDX-License-Identifier: Apache-2.0
import { grafanaPort, grafanaWorkload } from './render-grafana.ts';
import { nameLabel } from './workload-labels.ts';

/** They answer whoever reaches them, for they know no users. */
const unguarded = ['prometheus', 'alertmanager', 'kube-state-metrics', 'blackbox-exporter'];

/**
 * Spec of the NetworkPolicy of monitoring: its pods talk among themselves. VMs and their user
 * clusters, above all, learn nothing of each other from it.
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
