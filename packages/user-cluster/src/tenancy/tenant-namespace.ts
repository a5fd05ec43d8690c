// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, clusterNamespace, ownerAnnotations } from '@strata/contracts';

/** Arguments of {@link TenantNamespace}. */
export interface TenantNamespaceArgs {
  readonly environment: string;
  readonly cluster: string;
}

/**
 * The Pod Security level that virt-launcher and CDI's importers keep to.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
const podSecurity = 'baseline';

/** Where the machines of one user cluster are on the infra cluster, and nothing else is. */
export class TenantNamespace extends pulumi.ComponentResource {
  /** Known before it exists, so that others can be named after it. */
  readonly namespace: string;

  constructor(
    name: string,
    { environment, cluster }: TenantNamespaceArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    super('strata:user-cluster:TenantNamespace', name, {}, options);
    this.namespace = clusterNamespace(cluster);
    new core.v1.Namespace(
      `${name}-namespace`,
      {
        metadata: {
          name: this.namespace,
          labels: {
            ...clusterLabels(environment, cluster),
            'pod-security.kubernetes.io/enforce': podSecurity,
            'pod-security.kubernetes.io/warn': podSecurity,
          },
          annotations: ownerAnnotations,
        },
      },
      { parent: this },
    );
    this.registerOutputs({ namespace: this.namespace });
  }
}
