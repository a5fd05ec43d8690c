// SPDX-License-Identifier: Apache-2.0

/** Returns the namespace of a user cluster on the infra cluster, with its VMs and Services. */
export function clusterNamespace(cluster: string): string {
  return `cluster-${cluster}`;
}
