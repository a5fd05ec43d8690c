// SPDX-License-Identifier: Apache-2.0

/**
 * The scrape of a user cluster's VMs by the platform's Prometheus. The program user-cluster makes the
 * ServiceMonitor, and the admission policy of the program infra lets the account of a cluster make no
 * other: who decides about a ServiceMonitor in the namespace of the monitoring can have Prometheus
 * send Secrets of that namespace to a server of its own.
 */
export const machineScrape = {
  /** Label `job` of what is measured. */
  job: 'user-cluster-machines',
  /** Label with the name of the cluster. */
  clusterLabel: 'cluster',
  /** Labels of a VM, which are copied from labels of its pod. */
  machineLabels: ['role', 'pool', 'machine'],
  /** Regular expression of the series that are stored: those of node-exporter. */
  series: 'node_.*',
  /**
   * Limits of one scrape of a VM. A tenant decides what its VM answers, but the Prometheus that stores
   * the answer serves all clusters: a scrape beyond one of these limits counts as failed. node-exporter
   * has 1,000 to 3,000 samples in 100 to 300 kB, with at most 10 labels each, besides those of the
   * target; on most systems 18 of them for each CPU, and none for single pods.
   */
  limits: {
    sampleLimit: 5_000,
    bodySizeLimit: '5MB',
    labelLimit: 40,
    labelNameLengthLimit: 128,
    labelValueLengthLimit: 512,
  },
} as const;
