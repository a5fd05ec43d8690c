// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';

/** Arguments of {@link createAccount}. */
export interface AccountArgs {
  /** Of the ServiceAccount. */
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Another number makes another token, and ends the old one. */
  readonly generation: number;
  /** What the account must have before its token is made. @default nothing */
  readonly grant?: (account: core.v1.ServiceAccount) => pulumi.Resource;
}

/**
 * Makes an account and its token: a ServiceAccount, and a Secret `<name>-token-<generation>`.
 *
 * The token is a Secret of type service-account-token, not a TokenRequest: that ends within the hours
 * that the API server allows, and whoever gets this one reads it at any time, long after the last
 * `pulumi up`. It ends when the Secret goes, which another generation does: the old one goes after the
 * new one has been handed out. Each generation is a resource of its own, and no replacement of the one
 * before, so that an update that failed can go back to it: Pulumi would refuse to make it, for it is
 * there, and later delete it by its name.
 *
 * @param name - of the ServiceAccount as a resource; that of the Secret is `<name>-token-<generation>`.
 * @returns the Secret; its `data` is secret.
 * @see https://kubernetes.io/docs/concepts/configuration/secret/#serviceaccount-token-secrets
 */
export function createAccount(
  name: string,
  { annotations, generation, grant, labels, name: own, namespace }: AccountArgs,
  options: pulumi.CustomResourceOptions,
): core.v1.Secret {
  const account = new core.v1.ServiceAccount(
    name,
    {
      metadata: { labels, annotations: { ...annotations }, namespace, name: own },
      automountServiceAccountToken: false,
    },
    options,
  );
  return new core.v1.Secret(
    `${name}-token-${generation}`,
    {
      metadata: {
        ...{ labels, namespace },
        name: `${own}-token-${generation}`,
        annotations: { ...annotations, 'kubernetes.io/service-account.name': own },
      },
      type: 'kubernetes.io/service-account-token',
    },
    {
      ...options,
      dependsOn: grant?.(account) ?? account,
      additionalSecretOutputs: ['data'],
      // Once it had one name for all generations.
      aliases: [{ name: `${name}-token` }],
    },
  );
}
