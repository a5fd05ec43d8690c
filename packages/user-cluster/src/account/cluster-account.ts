// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { accountKubeconfig } from '@strata/cluster-client';
import { createAccount } from '@strata/cluster-client/create-account';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { userClusterAccounts } from '@strata/contracts/accounts';

/** Arguments of {@link createClusterAccount}. */
export interface ClusterAccountArgs {
  readonly environment: string;
  readonly cluster: string;
  /** Namespace of the cluster on the infra cluster, and name of its account. */
  readonly namespace: string;
  /**
   * Kubeconfig of the infra stack, a secret: it may make accounts of user clusters, and nothing else.
   */
  readonly kubeconfig: pulumi.Output<string>;
  /** Another number makes a new token and revokes the old one. */
  readonly generation: number;
  /** Kubeconfig of the account as `readAccount` finds it on the infra cluster. @default none yet */
  readonly current?: string | undefined;
}

/**
 * Makes the account by which a cluster's stack changes the infra cluster: it has rights in the cluster's
 * namespace alone.
 *
 * A preview that makes a new token does not know it yet. In such a preview the account has its present
 * kubeconfig, or else that of the infra stack: objects that this one may not dry-run on the API server
 * are then planned from the program alone. With an unknown kubeconfig the engine would know nothing
 * about any object, and the policies could not judge them.
 *
 * @returns the account's kubeconfig, a secret.
 * @see {@link file://../../../infra/src/access/user-cluster-fence.ts}
 */
export function createClusterAccount(
  name: string,
  { environment, cluster, namespace, kubeconfig, generation, current }: ClusterAccountArgs,
  options: pulumi.CustomResourceOptions,
): pulumi.Output<string> {
  const token = createAccount(
    name,
    {
      name: namespace,
      namespace: userClusterAccounts.namespace,
      generation,
      labels: clusterLabels(environment, cluster),
      annotations: ownerAnnotations,
    },
    options,
  );
  if (pulumi.runtime.isDryRun()) {
    // The result depends on the token, as it does in the update.
    return pulumi.secret(pulumi.all([kubeconfig, token.type])).apply(([given]) => current ?? given);
  }
  return pulumi
    .secret(pulumi.all([kubeconfig, token.data]))
    .apply(([given, data]) => accountKubeconfig(given, { name: namespace, tokenData: data.token }));
}
