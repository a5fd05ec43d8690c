// SPDX-License-Identifier: Apache-2.0

/** Settings that a cluster keeps for its whole life, by their paths under `infra:kubeone`. */
export const fixedPaths = [
  'apiEndpoint.host',
  'apiEndpoint.port',
  'network.podSubnet',
  'network.serviceSubnet',
  'network.nodePrefixLength',
  'network.cni.name',
  'network.cni.kubeProxyReplacement',
  'features.nodeLocalDns',
] as const;

/** Path of a setting that a cluster keeps. */
export type FixedPath = (typeof fixedPaths)[number];

/** Settings that KubeOne does not bring to a running cluster, or not safely: people do, by hand. */
export const handPaths = ['features.encryptionAtRest', 'apiEndpoint.alternativeNames'] as const;
