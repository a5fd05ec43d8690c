// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';

/** Arguments of {@link createAccount}. */
export interface AccountArgs {
  /** Name of the ServiceAccount. */
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Number of the token: another number creates a new token and revokes the old one. */
  readonly generation: number;
  /** Grants rights that the account must have before its token is created; returns the last resource. @default no rights */
  readonly grant?: (account: core.v1.ServiceAccount) => pulumi.Resource;
}

/**
 * Creates an account and its token: a ServiceAccount and a Secret `<name>-token-<generation>`.
 *
 * The token is a Secret of type service-account-token and not a TokenRequest. The token of a
 * TokenRequest expires within the hours that the API server allows, but other stacks read this one at
 * any time, long after the last `pulumi up`. The token is revoked when its Secret is deleted, which
 * another generation does after the new token has been passed on. Each generation is a separate
 * resource and does not replace the former one, so that a failed update can go back to the former
 * generation: with a replacement Pulumi would refuse to create a Secret that still exists, and would
 * later delete it by its name.
 *
 * @param name - resource name of the ServiceAccount; that of the Secret is `<name>-token-<generation>`.
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
        labels,
        namespace,
        name: `${own}-token-${generation}`,
        annotations: { ...annotations, 'kubernetes.io/service-account.name': own },
      },
      type: 'kubernetes.io/service-account-token',
    },
    {
      ...options,
      dependsOn: grant?.(account) ?? account,
      additionalSecretOutputs: ['data'],
      // Older versions had one resource name for all generations.
      aliases: [{ name: `${name}-token` }],
    },
  );
}
