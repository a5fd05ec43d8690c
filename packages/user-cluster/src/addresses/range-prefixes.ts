// SPDX-License-Identifier: Apache-2.0
import { clusterPrefixes } from '@strata/contracts';

/**
 * Prefix length of a node's share of the pod CIDR: kube-controller-manager gives each node a /24.
 *
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/ `--node-cidr-mask-size-ipv4`
 */
export const nodePrefix = 24;

/** Prefix lengths that a pod CIDR may have. */
export const podPrefixes = {
  shortest: nodePrefix - clusterPrefixes.mostShareBits,
  longest: nodePrefix,
};

/**
 * Prefix lengths that a Service CIDR may have: a range smaller than a /24 runs out in a cluster that is
 * used.
 */
export const servicePrefixes = { shortest: clusterPrefixes.shortestOfServices, longest: 24 };
