// SPDX-License-Identifier: Apache-2.0
import type { ClusterUser } from './user-cluster.ts';

interface Facts {
  readonly metadata: {
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly taints?: readonly object[]; readonly providerID: string };
}

/**
 * Returns the properties of a node that matter to pods and to the CSI driver, except the zone,
 * which depends on where its machine runs.
 */
export async function characterOf(user: ClusterUser, node: string): Promise<object> {
  const { metadata, spec } = JSON.parse(
    await user.kubectl('get', 'node', node, '-o', 'json'),
  ) as Facts;
  const labels = Object.entries(metadata.labels).filter(([key]) => !key.endsWith('/zone'));
  const driver = ['get', 'csinode', node, '-o', 'jsonpath={.spec.drivers[*].nodeID}'];
  return {
    labels: Object.fromEntries(labels),
    namespace: metadata.annotations['cluster.x-k8s.io/cluster-namespace'],
    taints: spec.taints ?? [],
    providerID: spec.providerID,
    volumesGoTo: await user.kubectl(...driver),
  };
}
