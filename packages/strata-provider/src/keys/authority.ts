// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface AuthorityArgs {
  /** A change makes another authority, with another key. */
  readonly commonName: pulumi.Input<string>;
  /** A change makes another authority, with another key. @default none */
  readonly organizations?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** From now to its end. A change signs it anew, with the same key. @default 3650 */
  readonly lifetimeDays?: pulumi.Input<number>;
  /** So many days before its end, an update signs it anew, with the same key. @default 365 */
  readonly renewBeforeDays?: pulumi.Input<number>;
}

/**
 * A certificate authority: a key (ECDSA P-256) and a certificate that it signed itself.
 *
 * The key stays as long as the resource does, so what it signed stays good when its certificate is
 * renewed. To rotate the key, replace the resource: see docs/runbooks/rotate-keys.md.
 */
export class Authority extends pulumi.CustomResource {
  /** PEM. */
  declare readonly certificatePem: pulumi.Output<string>;
  /** PEM (PKCS #8); a secret. */
  declare readonly privateKeyPem: pulumi.Output<string>;
  /**
   * `sha256:<hex>` of its public key, for `caCertHashes`.
   *
   * @see https://kubernetes.io/docs/reference/setup-tools/kubeadm/kubeadm-join/#token-based-discovery-with-ca-pinning
   */
  declare readonly publicKeyPin: pulumi.Output<string>;
  /** When it ends, ISO 8601. */
  declare readonly notAfter: pulumi.Output<string>;

  constructor(name: string, args: AuthorityArgs, options?: pulumi.CustomResourceOptions) {
    const outputs = {
      certificatePem: undefined,
      privateKeyPem: undefined,
      publicKeyPin: undefined,
      notAfter: undefined,
    };
    super(
      resourceTypes.authority,
      name,
      { ...outputs, ...args },
      pulumi.mergeOptions(options, { additionalSecretOutputs: ['privateKeyPem'] }),
    );
  }
}
