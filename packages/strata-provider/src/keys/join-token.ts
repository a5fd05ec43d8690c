// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface JoinTokenArgs {
  /** Lifetime of the token. A change creates another token. @default 720 */
  readonly lifetimeHours?: pulumi.Input<number>;
  /** Hours before its expiration from which an update creates another token. @default 360 */
  readonly renewBeforeHours?: pulumi.Input<number>;
}

/**
 * A bootstrap token with which VMs join a cluster. The first update within `renewBeforeHours` of its
 * expiration replaces its ID and secret in place.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/
 */
export class JoinToken extends pulumi.CustomResource {
  /** Public part of the token, 6 characters; its Secret is named `bootstrap-token-<tokenId>`. */
  declare readonly tokenId: pulumi.Output<string>;
  /** Whole token, `<tokenId>.<secret>`; a secret. */
  declare readonly value: pulumi.Output<string>;
  /** Expiration in RFC 3339. */
  declare readonly expiration: pulumi.Output<string>;

  constructor(name: string, args: JoinTokenArgs = {}, options?: pulumi.CustomResourceOptions) {
    super(
      resourceTypes.joinToken,
      name,
      { tokenId: undefined, value: undefined, expiration: undefined, ...args },
      pulumi.mergeOptions(options, { additionalSecretOutputs: ['value'] }),
    );
  }
}
