// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';
import type { CiliumSettings } from './check-cilium.ts';

/** Fields of a node that show whether VMs can run on it. */
export interface NodeState {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly status?: {
    readonly nodeInfo?: { readonly kubeletVersion?: string };
    readonly capacity?: Readonly<Record<string, string>>;
    readonly allocatable?: Readonly<Record<string, string>>;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly message?: string;
    }[];
  };
}

/** State of a cluster, read before anything is installed on it. */
export interface ClusterState {
  /** Version without a leading `v` and without a suffix; undefined when the API does not give it. */
  readonly kubernetes: string | undefined;
  readonly nodes: readonly NodeState[];
  /** Undefined when the network is not Cilium, or Cilium keeps its settings elsewhere. */
  readonly cilium?: CiliumSettings | undefined;
}

/**
 * Reads the version, the nodes and the settings of Cilium from a cluster; changes nothing.
 *
 * @throws ClusterError when the cluster cannot be reached in time, or refuses the request.
 */
export async function readClusterState(kubeconfig: string, seconds = 15): Promise<ClusterState> {
  const { get } = clusterReader(kubeconfig, { seconds });
  const [version, nodes, cilium] = await Promise.all([
    get<{ readonly gitVersion?: string }>('/version'),
    get<{ readonly items?: readonly NodeState[] }>('/api/v1/nodes'),
    get<{ readonly data?: CiliumSettings }>(
      '/api/v1/namespaces/kube-system/configmaps/cilium-config',
    ),
  ]);
  return {
    kubernetes: version?.gitVersion?.replace(/^v/, '').replace(/[-+].*/, ''),
    nodes: nodes?.items ?? [],
    cilium: cilium?.data,
  };
}
