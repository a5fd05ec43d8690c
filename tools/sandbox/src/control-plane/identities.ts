// SPDX-License-Identifier: Apache-2.0

/** Users of the API that the programs of the rack are, by the file name of their certificate. */
export const identities = {
  'controller-manager': 'system:kube-controller-manager',
  scheduler: 'system:kube-scheduler',
  'kube-proxy': 'system:kube-proxy',
  'network-policies': 'sandbox:network-policies',
} as const;
