// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { annotationKeys, clusterNamespace, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { KubevirtStackOutputs } from '@strata/contracts';
import { tenantAddresses } from '../addresses/index.ts';
import type { UserClusterConfig } from '../config/index.ts';
import { namespaceLabels } from './namespace-labels.ts';
import type { NamespaceLabelsArgs } from './namespace-labels.ts';
import { protection } from './protection.ts';

/** Arguments of {@link createTenantNamespace}. */
export interface TenantNamespaceArgs extends NamespaceLabelsArgs {
  readonly config: Pick<UserClusterConfig, 'controlPlane' | 'pools' | 'deletion'>;
  readonly platform: Pick<KubevirtStackOutputs, 'loadBalancerPools'>;
}

/**
 * Makes the namespace on the infra cluster for the VMs of one user cluster: nothing else is in it, and
 * everything in it is deleted with it.
 */
export function createTenantNamespace(
  name: string,
  args: TenantNamespaceArgs,
  { parent }: Pick<pulumi.CustomResourceOptions, 'parent'> = {},
): core.v1.Namespace {
  const { cluster, config } = args;
  return new core.v1.Namespace(
    `${name}-namespace`,
    {
      metadata: {
        name: clusterNamespace(cluster),
        labels: namespaceLabels(args),
        annotations: {
          ...ownerAnnotations,
          ...loadBalancerLimits(args),
        },
      },
    },
    {
      parent,
      aliases: [formerComponent('user-cluster:TenantNamespace', name, parent)],
      // Retained objects in it exist only as long as the namespace does.
      ...protection(config).data,
    },
  );
}

/**
 * Returns the annotations that the platform's admission policy checks the cluster's Services against.
 */
function loadBalancerLimits(question: Pick<TenantNamespaceArgs, 'cluster' | 'platform'>) {
  const { addresses, pools } = tenantAddresses(question);
  return {
    [annotationKeys.loadBalancerAddresses]: addresses.join(','),
    [annotationKeys.loadBalancerPools]: pools.join(','),
  };
}
