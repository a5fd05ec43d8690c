// SPDX-License-Identifier: Apache-2.0

/** Prefix lengths of a cluster's own ranges that kubeadm refuses. */
export const clusterPrefixes = {
  /**
   * Bits by which the prefix of a node's share may be longer than that of all pods.
   *
   * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/constants/constants.go `PodSubnetNodeMaskMaxDiff`
   */
  mostShareBits: 16,
  /**
   * Shortest prefix of Services: at most 20 bits of addresses.
   *
   * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/constants/constants.go `MaximumBitsForServiceSubnet`
   */
  shortestOfServices: 12,
};
