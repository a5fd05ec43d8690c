// SPDX-License-Identifier: Apache-2.0

/**
 * The label of everything that belongs to a user cluster. Contracts have it as well (a test compares
 * them), but loading them costs every preview a quarter of a second.
 */
export const clusterLabel = 'cluster.x-k8s.io/cluster-name';
