// SPDX-License-Identifier: Apache-2.0
import { accountKubeconfig } from '@strata/cluster-client';
import { askInfraCluster } from '@strata/cluster-client/ask-infra-cluster';
import { clusterNamespace, labelKeys } from '@strata/contracts';
import { userClusterAccounts } from '@strata/contracts/accounts';

interface Secrets {
  readonly items: readonly { readonly data?: { readonly token?: string } }[];
}

/** A cluster's account as it is on the infra cluster now, and the answer to its question. */
export interface ReadAccount<T> {
  /** Kubeconfig of the account. */
  readonly account: string;
  readonly answer: T;
}

/**
 * Asks the infra cluster a question as a cluster's account, before anything is planned.
 *
 * @param kubeconfig - of the infra stack, which may read the tokens of accounts.
 * @param ask - asks with the account's kubeconfig, while its rights are looked up.
 * @returns undefined as long as the cluster has no account, or the account has no rights in the
 * cluster's namespace, as after a first update that was interrupted: there are no VMs then.
 * @throws RunError when the infra cluster cannot be asked.
 */
export async function readAccount<T>(
  kubeconfig: string,
  cluster: string,
  ask: (account: string) => Promise<T>,
): Promise<ReadAccount<T> | undefined> {
  const path =
    `/api/v1/namespaces/${userClusterAccounts.namespace}/secrets` +
    `?labelSelector=${encodeURIComponent(`${labelKeys.clusterName}=${cluster}`)}`;
  const secrets = await askInfraCluster(kubeconfig, ({ get }) => get<Secrets>(path));
  const tokenData = secrets?.items.find(({ data }) => data?.token !== undefined)?.data?.token;
  if (tokenData === undefined) return undefined;
  const namespace = clusterNamespace(cluster);
  const account = accountKubeconfig(kubeconfig, { name: namespace, tokenData });
  const rights =
    `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}` +
    `/rolebindings/${userClusterAccounts.role}`;
  const [granted, answer] = await Promise.allSettled([
    askInfraCluster(account, ({ get }) => get(rights)),
    ask(account),
  ]);
  if (granted.status === 'rejected') throw granted.reason;
  // The API server refuses any question of an account without rights.
  if (granted.value === undefined) return undefined;
  if (answer.status === 'rejected') throw answer.reason;
  return { account, answer: answer.value };
}
