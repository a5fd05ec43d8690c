// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, clusterNamespace, ownerAnnotations } from '@strata/contracts';
import type { UserClusterConfig } from '@strata/contracts';
import { protection } from './protection.ts';

/** Arguments of {@link TenantNamespace}. */
export interface TenantNamespaceArgs {
  readonly environment: string;
  readonly cluster: string;
  readonly config: Pick<UserClusterConfig, 'controlPlane' | 'pools' | 'deletion'>;
}

/**
 * The Pod Security level that virt-launcher and CDI's importers keep to. Pods of machines with files
 * of the host as disks cannot: they mount folders of the host.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
const podSecurity = { usual: 'baseline', withHostDisks: 'privileged' } as const;

/** Where the machines of one user cluster are on the infra cluster, and nothing else is. */
export class TenantNamespace extends pulumi.ComponentResource {
  /** Known before it exists, so that others can be named after it. */
  readonly namespace: string;
  /** The Namespace itself: everything in it goes with it. */
  readonly object: core.v1.Namespace;

  constructor(
    name: string,
    { cluster, config, environment }: TenantNamespaceArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    super('strata:user-cluster:TenantNamespace', name, {}, options);
    this.namespace = clusterNamespace(cluster);
    const level = podSecurityOf(config);
    this.object = new core.v1.Namespace(
      `${name}-namespace`,
      {
        metadata: {
          name: this.namespace,
          labels: {
            ...clusterLabels(environment, cluster),
            'pod-security.kubernetes.io/enforce': level,
            // Said and recorded even where it is not enforced.
            'pod-security.kubernetes.io/warn': podSecurity.usual,
            'pod-security.kubernetes.io/audit': podSecurity.usual,
          },
          annotations: ownerAnnotations,
        },
      },
      // Whatever stays in it, stays only as long as it does.
      { parent: this, ...protection(config).data },
    );
    this.registerOutputs({ namespace: this.namespace });
  }
}

function podSecurityOf({ controlPlane, pools }: TenantNamespaceArgs['config']): string {
  const hasHostDisk = [controlPlane, ...pools].some(({ disks }) =>
    disks.some(({ kind }) => kind === 'host'),
  );
  return hasHostDisk ? podSecurity.withHostDisks : podSecurity.usual;
}
