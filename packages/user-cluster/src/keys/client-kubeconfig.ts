// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { formerComponent } from '@strata/contracts/program';
import { Certificate, renderKubeconfig } from '@strata/strata-provider';
import type { Authority } from '@strata/strata-provider';
import type { ClusterContext } from '../cluster-context.ts';
import { apiUrl } from './api-url.ts';
import { kubeconfigTerm } from './key-terms.ts';

/** Arguments of {@link createClientKubeconfig}. */
export interface ClientKubeconfigArgs extends Pick<ClusterContext, 'cluster' | 'config'> {
  /** Signs the client's certificate. */
  readonly authority: Pick<Authority, 'certificatePem' | 'privateKeyPem'>;
  /** Certificates of all authorities that the client must trust, as one text. */
  readonly trustedPem: pulumi.Input<string>;
  /** Name of the user in the cluster. */
  readonly user: string;
  readonly groups: readonly string[];
  readonly lifetimeDays: number;
}

/** A kubeconfig and the time at which it expires. */
export interface ClientKubeconfig {
  /** A secret. */
  readonly kubeconfig: pulumi.Output<string>;
  /** RFC 3339. */
  readonly notAfter: pulumi.Output<string>;
}

/**
 * Makes the kubeconfig of one client of the user cluster: a certificate that expires, in a file that
 * needs no other file.
 */
export function createClientKubeconfig(
  name: string,
  args: ClientKubeconfigArgs,
  { parent }: Pick<pulumi.CustomResourceOptions, 'parent'> = {},
): ClientKubeconfig {
  const { authority, trustedPem, user, groups, lifetimeDays, cluster, config } = args;
  const certificate = new Certificate(
    `${name}-certificate`,
    {
      authorityCertificatePem: authority.certificatePem,
      authorityKeyPem: authority.privateKeyPem,
      commonName: user,
      ...(groups.length > 0 && { organizations: [...groups] }),
      usages: ['client'],
      ...kubeconfigTerm(lifetimeDays),
    },
    { parent, aliases: [formerComponent('user-cluster:ClientKubeconfig', name, parent)] },
  );
  const parts = pulumi.all([trustedPem, certificate.certificatePem, certificate.privateKeyPem]);
  const kubeconfig = pulumi.secret(
    parts.apply(([authorityPem, certificatePem, keyPem]) =>
      renderKubeconfig({
        endpoint: apiUrl(config),
        authorityPem,
        certificatePem,
        keyPem,
        cluster,
        user,
      }),
    ),
  );
  return { kubeconfig, notAfter: certificate.notAfter };
}
