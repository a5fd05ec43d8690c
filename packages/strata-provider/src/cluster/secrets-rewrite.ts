// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface SecretsRewriteArgs {
  /** Kubeconfig of an administrator of the user cluster; kept as a secret. */
  readonly kubeconfig: pulumi.Input<string>;
  /** Name of the key with which every API server of the cluster encrypts. */
  readonly key: pulumi.Input<string>;
  /**
   * Whether Secrets may be encrypted with another key again since the last run, so that the work is to be
   * repeated.
   *
   * @default false
   */
  readonly unfinished?: pulumi.Input<boolean>;
  /** Time limit without progress. @default 600 */
  readonly timeoutSeconds?: pulumi.Input<number>;
}

/**
 * All Secrets of a cluster, encrypted in etcd with the key that its API servers encrypt with now. What
 * removes the key before must depend on it.
 *
 * It writes each Secret as it is, by an empty patch, until none is written any more. An API server leaves a
 * patch that changes nothing unwritten, except when it finds the object encrypted with a key that is not its
 * first one: so an unchanged resourceVersion proves that the first key has encrypted the object.
 *
 * @see https://github.com/kubernetes/apiserver/blob/v0.35.4/pkg/storage/etcd3/store.go (GuaranteedUpdate: origState.stale)
 * @see https://kubernetes.io/docs/tasks/administer-cluster/encrypt-data/#rotating-a-decryption-key
 */
export class SecretsRewrite extends pulumi.CustomResource {
  /** Number of Secrets that the last run has looked at. */
  declare readonly secrets: pulumi.Output<number>;

  constructor(name: string, args: SecretsRewriteArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { secrets: undefined, ...args, kubeconfig: pulumi.secret(args.kubeconfig) };
    super(resourceTypes.secretsRewrite, name, inputs, options);
  }
}
