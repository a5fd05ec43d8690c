// SPDX-License-Identifier: Apache-2.0
import type { PodSecurityTable } from '@strata/manifest-objects';
import { fluxNamespace } from './flux/flux-names.ts';

/** Namespace of Strata's own pods in a user cluster. */
export const systemNamespace = 'strata-system';

/**
 * Pod Security level of each of Strata's namespaces in a user cluster. Cilium and the snapshot
 * controller run in `kube-system`, which belongs to Kubernetes.
 */
export const insidePodSecurity = {
  [systemNamespace]: {
    level: 'privileged',
    reason:
      "the CSI driver mounts volumes for the kubelet, among the node's own mounts (privileged); " +
      "node-exporter measures the node's own processes, network and files (host namespaces)",
  },
  [fluxNamespace]: { level: 'restricted', reason: 'its pods need nothing of their node' },
} as const satisfies PodSecurityTable;
