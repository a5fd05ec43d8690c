// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { Certificate, renderKubeconfig } from '@strata/strata-provider';
import type { Authority } from '@strata/strata-provider';
import type { ClusterContext } from '../cluster-context.ts';
import { apiUrl } from './api-url.ts';

/** Arguments of {@link ClientKubeconfig}. */
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

/** How one client gets into the user cluster: a certificate that ends, and the file around it. */
export class ClientKubeconfig extends pulumi.ComponentResource {
  /** Needs no other file; a secret. */
  readonly kubeconfig: pulumi.Output<string>;

  constructor(name: string, args: ClientKubeconfigArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:ClientKubeconfig', name, {}, options);
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
      { parent: this },
    );
    const parts = pulumi.all([
      authority.certificatePem,
      certificate.certificatePem,
      certificate.privateKeyPem,
    ]);
    this.kubeconfig = pulumi.secret(
      parts.apply(([authorityPem, certificatePem, keyPem]) =>
        renderKubeconfig({
          ...{ endpoint: apiUrl(config), authorityPem, certificatePem, keyPem },
          ...{ cluster, user },
        }),
      ),
    );
    this.registerOutputs({});
  }
}
