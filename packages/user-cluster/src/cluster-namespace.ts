// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';

/** Arguments of {@link ClusterNamespace}. */
export interface ClusterNamespaceArgs {
  readonly environment: string;
  readonly cluster: string;
}

/**
 * The namespace of the infra cluster that holds everything of one user cluster.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export class ClusterNamespace extends pulumi.ComponentResource {
  /** `cluster-<cluster>` */
  readonly namespace: string;

  constructor(
    name: string,
    { environment, cluster }: ClusterNamespaceArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    super('strata:user-cluster:ClusterNamespace', name, {}, options);
    this.namespace = `cluster-${cluster}`;
    new core.v1.Namespace(
      `${name}-namespace`,
      {
        metadata: {
          name: this.namespace,
          labels: {
            ...clusterLabels(environment, cluster),
            // What VMs need and no more: their pods add NET_BIND_SERVICE, which "restricted"
            // allows, but run with the default seccomp profile of the host, which it does not.
            'pod-security.kubernetes.io/enforce': 'baseline',
          },
          annotations: ownerAnnotations,
        },
      },
      { parent: this, customTimeouts: { delete: '15m' } },
    );
    this.registerOutputs({ namespace: this.namespace });
  }
}
