// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { accountKubeconfig } from '@strata/cluster-reader';
import { createAccount } from '@strata/cluster-reader/create-account';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { userClusterAccounts } from '@strata/contracts/accounts';

/** Arguments of {@link createClusterAccount}. */
export interface ClusterAccountArgs {
  readonly environment: string;
  readonly cluster: string;
  /** Of the cluster on the infra cluster, and the name of its account. */
  readonly namespace: string;
  /** Of the infra stack: may make accounts of user clusters, and nothing else; a secret. */
  readonly kubeconfig: pulumi.Output<string>;
  /** Another number makes another token, and ends the old one. */
  readonly generation: number;
  /** Its kubeconfig as `readAccount` finds it on the infra cluster. @default none yet */
  readonly current?: string | undefined;
}

/**
 * The account by which a cluster's stack changes the infra cluster: it has rights in the cluster's
 * namespace alone.
 *
 * A preview that makes its token knows no new one. There, the account has the kubeconfig that it has
 * now, or that of the infra stack: objects that this one may not try on the API server are then
 * planned from the program alone. With an unknown kubeconfig the engine would know nothing about any
 * object, and the policies could not judge them.
 *
 * @returns its kubeconfig, a secret.
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
      ...{ name: namespace, namespace: userClusterAccounts.namespace, generation },
      ...{ labels: clusterLabels(environment, cluster), annotations: ownerAnnotations },
    },
    options,
  );
  if (pulumi.runtime.isDryRun()) {
    // It depends on the token, as it does in the update.
    return pulumi.secret(pulumi.all([kubeconfig, token.type])).apply(([given]) => current ?? given);
  }
  return pulumi
    .secret(pulumi.all([kubeconfig, token.data]))
    .apply(([given, data]) => accountKubeconfig(given, { name: namespace, tokenData: data.token }));
}
