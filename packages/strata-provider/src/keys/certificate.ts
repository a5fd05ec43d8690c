// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface CertificateArgs {
  /** PEM. */
  readonly authorityCertificatePem: pulumi.Input<string>;
  /** PEM (PKCS #8) of an ECDSA P-256 key; kept as a secret. */
  readonly authorityKeyPem: pulumi.Input<string>;
  /** The user, for Kubernetes. */
  readonly commonName: pulumi.Input<string>;
  /** The user's groups, for Kubernetes. @default none */
  readonly organizations?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Names that a server answers to. @default none */
  readonly dnsNames?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** IP addresses that a server answers at. @default none */
  readonly addresses?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** What it proves: who calls, who answers, or both. */
  readonly usages: pulumi.Input<readonly pulumi.Input<'client' | 'server'>[]>;
  /** From now to its end; not beyond its authority's. @default 365 */
  readonly lifetimeDays?: pulumi.Input<number>;
  /** So many days before its end, an update makes it anew. @default 60 */
  readonly renewBeforeDays?: pulumi.Input<number>;
}

/**
 * A certificate that an authority signed, and its key (ECDSA P-256).
 *
 * Both are made anew, in place, when anything in it changes or its authority does, and by the first
 * update within `renewBeforeDays` of its end; a preview says so.
 */
export class Certificate extends pulumi.CustomResource {
  /** PEM. */
  declare readonly certificatePem: pulumi.Output<string>;
  /** PEM (PKCS #8); a secret. */
  declare readonly privateKeyPem: pulumi.Output<string>;
  /** When it ends, ISO 8601. */
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
