// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';
import { labelKeys } from '@strata/contracts';

/** The part of a namespace that says which cluster it is in. */
interface Namespace {
  readonly metadata?: {
    readonly uid?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** Identity of a cluster that already runs. */
export interface ClusterIdentity {
  /**
   * Uid of the namespace kube-system, which a cluster keeps for life and a backup of its etcd has;
   * undefined if its API does not give it.
   */
  readonly uid: string | undefined;
  /** Environment whose accounts are in the cluster; undefined if there are none. */
  readonly owner: string | undefined;
}

/**
 * Reads the identity of a cluster; changes nothing.
 *
 * @throws ClusterError when the cluster cannot be reached in time, or refuses the request.
 */
export async function readClusterIdentity(kubeconfig: string): Promise<ClusterIdentity> {
  const { get } = clusterReader(kubeconfig);
  const [system, access] = await Promise.all([
    get<Namespace>('/api/v1/namespaces/kube-system'),
    get<Namespace>('/api/v1/namespaces/strata-access'),
  ]);
  return {
    uid: system?.metadata?.uid,
    owner: access?.metadata?.labels?.[labelKeys.environment],
  };
}

/** A cluster, as a kubeconfig leads to it. */
export interface FoundCluster extends ClusterIdentity {
  readonly apiEndpoint: string;
  /** Number of its hosts. */
  readonly hosts: number;
  /** Name of the kubeconfig in messages. */
  readonly source: string;
}

/** Outputs of the last run that tell one cluster from another. */
export interface LastCluster {
  readonly apiEndpoint?: string;
  readonly clusterUid?: string;
  /** Names of its hosts. */
  readonly nodes: readonly string[];
}

const hostsText = (count: number) => `${count} ${count === 1 ? 'host' : 'hosts'}`;

/**
 * Returns why a cluster is not that of an environment: it is another one than in the last run, or
 * has the accounts of another environment. A kubeconfig of the wrong cluster is a mistake that no
 * later step would notice: accounts and rights would be made there, and everything above would go on
 * with them.
 *
 * @returns undefined if nothing speaks against it.
 */
export function checkIdentity(
  environment: string,
  { apiEndpoint, hosts, owner, source, uid }: FoundCluster,
  last: LastCluster,
): string | undefined {
  const here = `the cluster at ${apiEndpoint} (${hostsText(hosts)})`;
  const look = `Look at ${source}`;
  if (last.clusterUid !== undefined && uid !== undefined && last.clusterUid !== uid) {
    const before = `${last.apiEndpoint ?? 'an unknown API'} (${hostsText(last.nodes.length)})`;
    return (
      `${here} is not the one that "${environment}" was brought up with, which was at ${before}. ` +
      `${look}. If the cluster was made anew, forget the old one first: docs/bare-metal.md#another-cluster`
    );
  }
  if (owner !== undefined && owner !== environment) {
    return (
      `${here} belongs to the environment "${owner}", as its namespace strata-access says; ` +
      `"${environment}" needs a cluster of its own. ${look}; if "${owner}" is to go, destroy it first`
    );
  }
  return undefined;
}
