// SPDX-License-Identifier: Apache-2.0
import { KubeConfig } from '@kubernetes/client-node';

/** An account and how it is known. */
export interface Account {
  readonly name: string;
  readonly token: string;
}

/**
 * A kubeconfig for an account, for the same cluster as another kubeconfig.
 *
 * @param admin - a self-contained kubeconfig, of whose credentials nothing is taken over.
 */
export function accountKubeconfig(admin: string, { name, token }: Account): string {
  const given = new KubeConfig();
  given.loadFromString(admin);
  const cluster = given.getCurrentCluster();
  if (cluster === null) throw new Error('the kubeconfig of the cluster has no current cluster');
  const own = new KubeConfig();
  own.loadFromOptions({
    clusters: [cluster],
    users: [{ name, token }],
    contexts: [{ name, cluster: cluster.name, user: name }],
    currentContext: name,
  });
  return own.exportConfig();
}
