// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface NamespaceAccessArgs {
  /** Kubeconfig of the account; kept as a secret. */
  readonly kubeconfig: pulumi.Input<string>;
  readonly namespace: pulumi.Input<string>;
  /** Time limit of the wait. @default 60 */
  readonly timeoutSeconds?: pulumi.Input<number>;
}

/**
 * The rights of an account in a namespace, in force on all API servers. Resources in the namespace
 * must depend on it: a RoleBinding takes effect a moment after its creation, on each API server
 * separately, and requests before that are refused.
 *
 * Waits until the account can list the ConfigMaps of the namespace three times in a row, each time
 * over a new connection.
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
