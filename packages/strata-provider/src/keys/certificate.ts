// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface CertificateArgs {
  /** Certificate of the authority in PEM. */
  readonly authorityCertificatePem: pulumi.Input<string>;
  /** ECDSA P-256 key of the authority in PEM (PKCS #8); kept as a secret. */
  readonly authorityKeyPem: pulumi.Input<string>;
  /** Common name; for Kubernetes, the name of the user. */
  readonly commonName: pulumi.Input<string>;
  /** Organizations; for Kubernetes, the groups of the user. @default none */
  readonly organizations?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** DNS names of the server. @default none */
  readonly dnsNames?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** IP addresses of the server. @default none */
  readonly addresses?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Usages: identifies a client, a server, or both. */
  readonly usages: pulumi.Input<readonly pulumi.Input<'client' | 'server'>[]>;
  /** Lifetime of the certificate; must not end after its authority. @default 365 */
  readonly lifetimeDays?: pulumi.Input<number>;
  /** Days before its end from which an update renews it. @default 60 */
  readonly renewBeforeDays?: pulumi.Input<number>;
}

/**
 * A certificate signed by an authority, and its key (ECDSA P-256).
 *
 * Both are renewed in place when any content of the certificate or its authority changes, and by the
 * first update within `renewBeforeDays` of its end; a preview shows that.
 */
export class Certificate extends pulumi.CustomResource {
  /** Certificate in PEM. */
  declare readonly certificatePem: pulumi.Output<string>;
  /** Private key in PEM (PKCS #8); a secret. */
  declare readonly privateKeyPem: pulumi.Output<string>;
  /** End of the certificate in ISO 8601. */
  declare readonly notAfter: pulumi.Output<string>;

  constructor(name: string, args: CertificateArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { ...args, authorityKeyPem: pulumi.secret(args.authorityKeyPem) };
    const outputs = { certificatePem: undefined, privateKeyPem: undefined, notAfter: undefined };
    super(
      resourceTypes.certificate,
      name,
      { ...outputs, ...inputs },
      pulumi.mergeOptions(options, { additionalSecretOutputs: ['privateKeyPem'] }),
    );
  }
}
