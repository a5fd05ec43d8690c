// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-reader';
import type { CiliumSettings } from './check-cilium.ts';

/** The part of a node that tells whether VMs can run on it. */
export interface NodeState {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly status?: {
    readonly capacity?: Readonly<Record<string, string>>;
    readonly allocatable?: Readonly<Record<string, string>>;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly message?: string;
    }[];
  };
}

/** What is asked of a cluster before anything is put on it. */
export interface ClusterState {
  /** Exact, without a leading `v`; undefined when it does not say. */
  readonly kubernetes: string | undefined;
  readonly nodes: readonly NodeState[];
  /** Undefined: another network, or a Cilium with settings elsewhere. */
  readonly cilium?: CiliumSettings | undefined;
}

/**
 * Asks a cluster for its version, its nodes and its network; changes nothing.
 *
 * @throws ClusterError when it cannot be reached in time, or refuses.
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
