// SPDX-License-Identifier: Apache-2.0
import type { PodSecurityTable } from '@strata/manifest-objects';

/** Pod Security levels of the namespaces of the operators. @see https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
export const podSecurity = {
  descheduler: { level: 'restricted', reason: 'it talks to the Kubernetes API only' },
  'node-feature-discovery': {
    level: 'privileged',
    reason: 'its worker reads folders of the host to find hardware (hostPath)',
  },
  'sriov-network-operator': {
    level: 'privileged',
    reason: 'its daemon configures network cards and drivers of the host',
  },
  'gpu-operator': {
    level: 'privileged',
    reason: 'its daemons bind GPUs of the host to the driver vfio-pci',
  },
  whereabouts: {
    level: 'privileged',
    reason: 'it puts its CNI plugin onto the host and uses the network of the host',
  },
} as const satisfies PodSecurityTable;
