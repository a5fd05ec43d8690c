// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface JoinTokenArgs {
  /** From now to its expiration. A change makes another token. @default 720 */
  readonly lifetimeHours?: pulumi.Input<number>;
  /** So many hours before it expires, an update makes another token. @default 360 */
  readonly renewBeforeHours?: pulumi.Input<number>;
}

/**
 * A bootstrap token, with which machines join. It is made anew in place, id and all, by the first
 * update within `renewBeforeHours` of its expiration.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/
 */
export class JoinToken extends pulumi.CustomResource {
  /** Its public half, 6 characters: the Secret is `bootstrap-token-<tokenId>`. */
  declare readonly tokenId: pulumi.Output<string>;
  /** All of it, `<tokenId>.<secret>`; a secret. */
  declare readonly value: pulumi.Output<string>;
  /** RFC 3339. */
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
