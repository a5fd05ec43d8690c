// SPDX-License-Identifier: Apache-2.0

/** Every label key that Strata writes or selects by. Renaming one is a migration. */
export const labelKeys = {
  /**
   * The owner of the object.
   * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/common-labels/
   */
  managedBy: 'app.kubernetes.io/managed-by',
  /** The upstream component or user cluster that the object is a part of. */
  partOf: 'app.kubernetes.io/part-of',
  /** The user cluster that a VM belongs to; the cloud controller and CSI driver select by it. */
  clusterName: 'cluster.x-k8s.io/cluster-name',
  /** `worker` or `control-plane`; LoadBalancer Services of a user cluster select by it. */
  role: 'cluster.x-k8s.io/role',
  /** The worker pool that a VM belongs to. */
  pool: 'strata.dev/pool',
  /** The generation of a VM: a hash that changes if the VM must be replaced. */
  generation: 'strata.dev/generation',
  /** The purpose of a pod in a user cluster's namespace; NetworkPolicies select by it. */
  component: 'strata.dev/component',
  /**
   * `true` on a namespace whose VMs can all live-migrate, with their volumes. The descheduler
   * ignores all other namespaces: there it would shut VMs down.
   */
  liveMigrates: 'strata.dev/live-migrates',
  /** The environment, and so the infra cluster, that an object belongs to. */
  environment: 'strata.dev/environment',
  /** The operating system of a golden image and of everything made from it. */
  os: 'strata.dev/os',
  /** The version of {@link labelKeys.os}. */
  osVersion: 'strata.dev/os-version',
  /** The group of VMs that scheduling rules spread over hosts. */
  machine: 'machine',
  /** Label of hosts that MetalLB announces nothing from; kubeadm sets it on every control plane. */
  excludedFromBalancers: 'node.kubernetes.io/exclude-from-external-load-balancers',
} as const;

/** The value of {@link labelKeys.managedBy} on everything that Strata writes. */
export const managedBy = 'strata';

/** The values of {@link labelKeys.role}. */
export type ClusterRole = 'worker' | 'control-plane';

/** Returns the labels of any object of the platform that Strata itself defines. */
export function platformLabels(environment: string): Record<string, string> {
  return { [labelKeys.managedBy]: managedBy, [labelKeys.environment]: environment };
}

/** Returns the labels of any object of one user cluster. */
export function clusterLabels(environment: string, cluster: string): Record<string, string> {
  return {
    ...platformLabels(environment),
    [labelKeys.partOf]: cluster,
    [labelKeys.clusterName]: cluster,
  };
}
