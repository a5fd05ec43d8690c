// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { NodeState } from '../cluster/cluster-state.ts';
import type { HostConfig } from '../config/index.ts';

/** @see https://kubernetes.io/docs/reference/labels-annotations-taints/#node-role-kubernetes-io-control-plane */
const planeLabel = 'node-role.kubernetes.io/control-plane';

/**
 * Reports control planes that are in the cluster but no longer in the configuration. KubeOne's plan
 * says nothing of them while a host joins, and then KubeOne removes them from etcd and deletes their
 * nodes.
 *
 * @param nodes - of the cluster that runs.
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/apply.go `runApplyInstall`
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/etcd.go `repairClusterIfNeeded`
 */
export function checkExpulsions(
  nodes: readonly NodeState[],
  hosts: readonly HostConfig[],
): Problem[] {
  const planes = hosts.flatMap(({ name, role }) => (role === 'control-plane' ? [name] : []));
  const gone = nodes.flatMap(({ metadata: { labels = {}, name } }) =>
    planeLabel in labels && !planes.includes(name) ? [name] : [],
  );
  if (gone.length === 0) return [];
  return [
    {
      path: ['hosts'],
      message:
        `the cluster has the control plane ${gone.join(', ')}, and KubeOne would remove it from etcd ` +
        'with its node, without a drain. Put it back with the role control-plane, or take it out ' +
        'first: drain it, run kubeadm reset on it, and kubectl delete node',
    },
  ];
}
