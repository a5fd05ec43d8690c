// SPDX-License-Identifier: Apache-2.0

/**
 * The accounts with which the stacks of user clusters change the infra cluster: one for each
 * cluster, named after the cluster's namespace. The program infra makes their namespace, the roles
 * and the admission policy; the program user-cluster makes the account.
 */
export const userClusterAccounts = {
  /** The namespace of all of these accounts and their tokens, with nothing else in it. */
  namespace: 'strata-user-clusters',
  /** ClusterRole with an account's rights in the namespace of its cluster. */
  role: 'strata-user-cluster',
  /**
   * ClusterRole with every account's rights outside of it, as far as the admission policy allows
   * them.
   */
  outsideRole: 'strata-user-cluster-outside',
} as const;

/**
 * The controllers of a user cluster that run on the infra cluster. Each may have a ClusterRole and
 * a ClusterRoleBinding there, named `<namespace>-<controller>`: the admission policy lets an
 * account write only those of its own cluster.
 */
export const infraControllers = {
  cloud: 'cloud-controller-manager',
  storage: 'csi-controller',
} as const;

/** The namespace of the platform's monitoring: that of the release's manifest. */
export const monitoringNamespace = 'monitoring';

/**
 * The objects of a user cluster in the namespace of the platform's monitoring, each named
 * `<namespace>-<object>`; the admission policy knows these names, too.
 */
export const monitoringObjects = {
  /** ServiceMonitor of its nodes. */
  machines: 'machines',
  /** PrometheusRule with the expiry of its credentials. */
  credentials: 'credentials',
  /** PrometheusRule with the age above which its last backup is late. */
  backup: 'backup',
} as const;

/** The Role in the namespace of golden images that allows copying them. */
export const imageClonerRole = 'golden-image-cloner';

/** The ClusterRole with which Prometheus discovers its targets in a namespace. */
export const metricsDiscoveryRole = 'strata-prometheus-discovery';
