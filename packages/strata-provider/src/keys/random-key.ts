// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface RandomKeyArgs {
  /** Number of bytes. A change replaces the key. @default 32 */
  readonly bytes?: pulumi.Input<number>;
}

/**
 * Random bytes, such as the key of encryption at rest. They never change by themselves.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/encrypt-data/
 */
export class RandomKey extends pulumi.CustomResource {
  /** Bytes in base64; a secret. */
  declare readonly base64: pulumi.Output<string>;

  constructor(name: string, args: RandomKeyArgs = {}, options?: pulumi.CustomResourceOptions) {
    super(
      resourceTypes.randomKey,
      name,
      { base64: undefined, ...args },
      pulumi.mergeOptions(options, { additionalSecretOutputs: ['base64'] }),
    );
  }
}
