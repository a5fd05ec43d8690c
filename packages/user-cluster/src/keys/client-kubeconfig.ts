// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { formerComponent } from '@strata/contracts';
import { Certificate, renderKubeconfig } from '@strata/strata-provider';
import type { Authority } from '@strata/strata-provider';
import type { ClusterContext } from '../cluster-context.ts';
import { apiUrl } from './api-url.ts';

/** Arguments of {@link createClientKubeconfig}. */
export interface ClientKubeconfigArgs extends Pick<ClusterContext, 'cluster' | 'config'> {
  readonly authority: Authority;
  /** The user's name in the cluster. */
  readonly user: string;
  readonly groups: readonly string[];
  readonly lifetimeDays: number;
}

/** Certificates that live long are renewed so many days before their end. */
const longestRenewal = 60;

/** When to renew: the shorter the life, the sooner, but never as soon as it is made. */
function renewBefore(lifetimeDays: number): number {
  return Math.min(longestRenewal, Math.floor(lifetimeDays / 2));
}

/**
 * How one client gets into the user cluster: a certificate that ends, and the file around it, which
 * needs no other file; a secret.
 */
export function createClientKubeconfig(
  name: string,
  args: ClientKubeconfigArgs,
  { parent }: Pick<pulumi.CustomResourceOptions, 'parent'> = {},
): pulumi.Output<string> {
  const { authority, user, groups, lifetimeDays, cluster, config } = args;
  const certificate = new Certificate(
    `${name}-certificate`,
    {
      authorityCertificatePem: authority.certificatePem,
      authorityKeyPem: authority.privateKeyPem,
      commonName: user,
      ...(groups.length > 0 && { organizations: [...groups] }),
      usages: ['client'],
      lifetimeDays,
      renewBeforeDays: renewBefore(lifetimeDays),
    },
    { parent, aliases: [formerComponent('user-cluster:ClientKubeconfig', name, parent)] },
  );
  const parts = pulumi.all([
    authority.certificatePem,
    certificate.certificatePem,
    certificate.privateKeyPem,
  ]);
  return pulumi.secret(
    parts.apply(([authorityPem, certificatePem, keyPem]) =>
      renderKubeconfig({
        ...{ endpoint: apiUrl(config), authorityPem, certificatePem, keyPem },
        ...{ cluster, user },
      }),
    ),
  );
}
