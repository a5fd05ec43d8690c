// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface NamespaceAccessArgs {
  /** Of the account whose rights are waited for; kept as a secret. */
  readonly kubeconfig: pulumi.Input<string>;
  readonly namespace: pulumi.Input<string>;
  /** @default 60 */
  readonly timeoutSeconds?: pulumi.Input<number>;
}

/**
 * The rights of an account in a namespace, once the API servers know of them: make what is in the
 * namespace depend on it. A RoleBinding is in force a moment after it is made, on each API server by
 * itself; what is asked for earlier is refused.
 *
 * Waits until the account may list the namespace's ConfigMaps, three times in a row, each over a
 * connection of its own.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/
 */
export class NamespaceAccess extends pulumi.CustomResource {
  declare readonly namespace: pulumi.Output<string>;

  constructor(name: string, args: NamespaceAccessArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { ...args, kubeconfig: pulumi.secret(args.kubeconfig) };
    super(resourceTypes.namespaceAccess, name, inputs, options);
  }
}
