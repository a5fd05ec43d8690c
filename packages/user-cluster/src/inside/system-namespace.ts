// SPDX-License-Identifier: Apache-2.0
import type { PodSecurityTable } from '@strata/manifest-objects';

/** Where Strata's own pods are in a user cluster. */
export const systemNamespace = 'strata-system';

/**
 * How much the pods of Strata's namespaces in a user cluster may do. Cilium and the snapshot
 * controller run in `kube-system`, which belongs to Kubernetes.
 */
export const insidePodSecurity = {
  [systemNamespace]: {
    level: 'privileged',
    reason:
      "the CSI driver mounts volumes for the kubelet, among the node's own mounts (privileged); " +
      "node-exporter measures the node's own processes, network and files (host namespaces)",
  },
} as const satisfies PodSecurityTable;
