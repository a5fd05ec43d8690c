// SPDX-License-Identifier: Apache-2.0

/**
 * The accounts by which the stacks of user clusters change the infra cluster: one for each cluster,
 * named as the cluster's namespace. The program infra makes the place, the roles and the admission
 * policy; the program user-cluster makes the account.
 */
export const userClusterAccounts = {
  /** The namespace of all of these accounts and of their tokens, and of nothing else. */
  namespace: 'strata-user-clusters',
  /** ClusterRole of what an account may do in the namespace of its cluster. */
  role: 'strata-user-cluster',
  /** ClusterRole of what every account may do outside of it, as far as the policy lets it. */
  outsideRole: 'strata-user-cluster-outside',
} as const;

/**
 * The controllers of a user cluster that run on the infra cluster. Each may have a ClusterRole and a
 * ClusterRoleBinding of its own there, named `<namespace>-<controller>`: the admission policy lets an
 * account write those of its own cluster, and no others.
 */
export const infraControllers = {
  cloud: 'cloud-controller-manager',
  storage: 'csi-controller',
} as const;

/**
 * What a user cluster has in the namespace of the platform's monitoring, each named
 * `<namespace>-<object>`; the admission policy knows these names, too.
 */
export const monitoringObjects = {
  /** ServiceMonitor of its machines. */
  machines: 'machines',
  /** PrometheusRule of the ends of its credentials. */
  credentials: 'credentials',
} as const;

/** The Role in the namespace of golden images that lets somebody copy them. */
export const imageClonerRole = 'golden-image-cloner';

/** The ClusterRole by which Prometheus finds what it measures in a namespace. */
export const metricsDiscoveryRole = 'strata-prometheus-discovery';
