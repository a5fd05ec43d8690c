// SPDX-License-Identifier: Apache-2.0

/**
 * The label of everything that belongs to a user cluster. It is repeated from contracts (a test
 * compares them), because loading contracts costs every preview a quarter of a second.
 */
export const clusterLabel = 'cluster.x-k8s.io/cluster-name';
