// SPDX-License-Identifier: Apache-2.0
import { monitoringNamespace } from '@strata/contracts/accounts';
import type { PodSecurityTable } from '@strata/manifest-objects';

/**
 * The Pod Security level of every namespace of the platform, including those in upstream manifests,
 * and the reason for each that is not `restricted`. Multus, bridge-marker and the snapshot
 * controller run in `kube-system`, which belongs to Kubernetes and not to the platform.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export const platformPodSecurity = {
  kubevirt: {
    level: 'privileged',
    reason: 'virt-handler prepares devices, cgroups and networks of VMs on the host itself',
  },
  cdi: { level: 'restricted', reason: '' },
  'metallb-system': {
    level: 'privileged',
    reason: 'the speaker answers ARP on the network of the host, with NET_RAW',
  },
  [monitoringNamespace]: { level: 'restricted', reason: '' },
  'monitoring-hosts': {
    level: 'privileged',
    reason: "node-exporter measures the host's own processes, network and files",
  },
  'golden-images': { level: 'restricted', reason: "only CDI's importers run there" },
  'platform-networks': { level: 'restricted', reason: 'no pod ever runs there' },
} as const satisfies PodSecurityTable;
