// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

/**
 * The key pair (ECDSA P-256) that signs ServiceAccount tokens: `sa.key` and `sa.pub` of kubeadm.
 * It never changes; a rotation adds another one: see docs/runbooks/rotate-keys.md.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/serviceaccount/jwt.go
 */
export class SigningKey extends pulumi.CustomResource {
  /** Private key in PEM (PKCS #8); a secret. */
  declare readonly privateKeyPem: pulumi.Output<string>;
  /** Public key in PEM (SPKI). */
  declare readonly publicKeyPem: pulumi.Output<string>;

  constructor(name: string, options?: pulumi.CustomResourceOptions) {
    super(
      resourceTypes.signingKey,
      name,
      { privateKeyPem: undefined, publicKeyPem: undefined },
      pulumi.mergeOptions(options, { additionalSecretOutputs: ['privateKeyPem'] }),
    );
  }
}
