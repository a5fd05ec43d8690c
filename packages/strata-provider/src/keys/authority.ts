// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface AuthorityArgs {
  /** Common name. A change replaces the authority, with another key. */
  readonly commonName: pulumi.Input<string>;
  /** Organizations. A change replaces the authority, with another key. @default none */
  readonly organizations?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Lifetime of the certificate. A change renews it with the same key. @default 3650 */
  readonly lifetimeDays?: pulumi.Input<number>;
  /** Days before its end from which an update renews it with the same key. @default 365 */
  readonly renewBeforeDays?: pulumi.Input<number>;
  /**
   * Whether nothing is signed with it: it is the next authority, or the one before. It changes nothing; a
   * policy that has authorities protected leaves out spare ones, which a rotation deletes.
   *
   * @default false
   */
  readonly spare?: pulumi.Input<boolean>;
}

/**
 * A certificate authority: a key (ECDSA P-256) and a self-signed certificate.
 *
 * The key stays the same for the life of the resource, so certificates that it signed stay valid when
 * its own certificate is renewed. To rotate the key, replace the resource: see
 * docs/runbooks/rotate-keys.md.
 */
export class Authority extends pulumi.CustomResource {
  /** Certificate in PEM. */
  declare readonly certificatePem: pulumi.Output<string>;
  /** Private key in PEM (PKCS #8); a secret. */
  declare readonly privateKeyPem: pulumi.Output<string>;
  /**
   * `sha256:<hex>` of its public key, for kubeadm's `caCertHashes`.
   *
   * @see https://kubernetes.io/docs/reference/setup-tools/kubeadm/kubeadm-join/#token-based-discovery-with-ca-pinning
   */
  declare readonly publicKeyPin: pulumi.Output<string>;
  /** End of the certificate in ISO 8601. */
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
