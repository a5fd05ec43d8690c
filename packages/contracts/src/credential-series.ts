// SPDX-License-Identifier: Apache-2.0

/**
 * The series that the stack of each user cluster has the platform's Prometheus record, and that the
 * platform's alert reads: one of each kind for every token, kubeconfig, CA and certificate that
 * expires, with the labels `cluster` and `credential`.
 */
export const credentialSeries = {
  /** When it expires, in seconds since 1970. */
  end: 'strata_credential_end_timestamp_seconds',
  /** How long before it expires the alert fires, in seconds. */
  warning: 'strata_credential_warning_seconds',
} as const;

/** Label `credential` of the end of a cluster, `user-cluster:expires`: no update renews it. */
export const clusterItself = 'the cluster itself';

/**
 * When a VM was created, in seconds since 1970, with the labels `namespace` and `name`; from
 * virt-controller.
 *
 * @see
 * https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/monitoring/metrics/virt-controller/vmstats_collector.go
 */
export const machineCreatedSeries = 'kubevirt_vm_create_date_timestamp_seconds';
