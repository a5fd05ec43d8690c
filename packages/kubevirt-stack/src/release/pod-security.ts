// SPDX-License-Identifier: Apache-2.0
import type { PodSecurityTable } from '@strata/manifest-objects';

/**
 * The Pod Security level of every namespace that an upstream manifest brings along, and why it is
 * not `restricted` where it is not. Multus and the snapshot controller run in `kube-system`, which
 * belongs to Kubernetes and not to the platform.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export const platformPodSecurity: PodSecurityTable = {
  kubevirt: {
    level: 'privileged',
    reason: 'virt-handler prepares devices, cgroups and networks of VMs on the host itself',
  },
  cdi: { level: 'restricted', reason: '' },
  'metallb-system': {
    level: 'privileged',
    reason: 'the speaker answers ARP on the network of the host, with NET_RAW',
  },
  monitoring: { level: 'restricted', reason: '' },
};
