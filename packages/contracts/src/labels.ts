// SPDX-License-Identifier: Apache-2.0

/** Every label key that Strata writes or selects by. Renaming one is a migration. */
export const labelKeys = {
  /** Who owns the object. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/common-labels/ */
  managedBy: 'app.kubernetes.io/managed-by',
  /** The larger thing the object belongs to: an upstream component or a user cluster. */
  partOf: 'app.kubernetes.io/part-of',
  /** The user cluster a VM works for; the cloud controller and CSI driver select by it. */
  clusterName: 'cluster.x-k8s.io/cluster-name',
  /** `worker` or `control-plane`; LoadBalancer Services of a user cluster select by it. */
  role: 'cluster.x-k8s.io/role',
  /** The worker pool a VM belongs to. */
  pool: 'strata.dev/pool',
  /** What a machine is made of: a hash that changes when machines must be made anew. */
  generation: 'strata.dev/generation',
  /** What a pod of a user cluster's namespace is for; NetworkPolicies select by it. */
  component: 'strata.dev/component',
  /**
   * `true` on a namespace whose machines all move to another host while they run, with their volumes.
   * The descheduler looks into no other: it would shut machines down.
   */
  liveMigrates: 'strata.dev/live-migrates',
  /** The environment, that is the infra cluster, an object belongs to. */
  environment: 'strata.dev/environment',
  /** The operating system of a golden image and of all that comes from it. */
  os: 'strata.dev/os',
  /** The version of {@link labelKeys.os}. */
  osVersion: 'strata.dev/os-version',
  /** The group of machines that scheduling rules spread over hosts. */
  machine: 'machine',
  /** Of hosts that MetalLB announces nothing from; kubeadm gives it to every control plane. */
  excludedFromBalancers: 'node.kubernetes.io/exclude-from-external-load-balancers',
} as const;

/** The value of {@link labelKeys.managedBy} on everything that Strata writes. */
export const managedBy = 'strata';

/** The values of {@link labelKeys.role}. */
export type ClusterRole = 'worker' | 'control-plane';

/** Labels of any object of the platform that Strata itself defines. */
export function platformLabels(environment: string): Record<string, string> {
  return { [labelKeys.managedBy]: managedBy, [labelKeys.environment]: environment };
}

/** Labels of any object of one user cluster. */
export function clusterLabels(environment: string, cluster: string): Record<string, string> {
  return {
    ...platformLabels(environment),
    [labelKeys.partOf]: cluster,
    [labelKeys.clusterName]: cluster,
  };
}
