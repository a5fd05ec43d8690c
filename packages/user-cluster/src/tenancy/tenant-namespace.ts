// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import {
  annotationKeys,
  clusterLabels,
  clusterNamespace,
  formerComponent,
  labelKeys,
  ownerAnnotations,
} from '@strata/contracts';
import type { KubevirtStackOutputs, UserClusterConfig } from '@strata/contracts';
import { tenantAddresses } from '../addresses/index.ts';
import { protection } from './protection.ts';

/** Arguments of {@link createTenantNamespace}. */
export interface TenantNamespaceArgs {
  readonly environment: string;
  readonly cluster: string;
  readonly config: Pick<UserClusterConfig, 'controlPlane' | 'pools' | 'deletion'>;
  readonly platform: Pick<KubevirtStackOutputs, 'loadBalancerPools'>;
  /** Whether all its machines move to other hosts while they run: the descheduler may move them. @default false */
  readonly liveMigrates?: boolean;
}

/**
 * The Pod Security level that virt-launcher and CDI's importers keep to. Pods of machines with files
 * of the host as disks cannot: they mount folders of the host.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
const podSecurity = { usual: 'baseline', withHostDisks: 'privileged' } as const;

/**
 * Where the machines of one user cluster are on the infra cluster, and nothing else is: everything
 * in it goes with it.
 */
export function createTenantNamespace(
  name: string,
  { cluster, config, environment, liveMigrates = false, platform }: TenantNamespaceArgs,
  { parent }: Pick<pulumi.CustomResourceOptions, 'parent'> = {},
): core.v1.Namespace {
  return new core.v1.Namespace(
    `${name}-namespace`,
    {
      metadata: {
        name: clusterNamespace(cluster),
        labels: {
          ...clusterLabels(environment, cluster),
          ...(liveMigrates && { [labelKeys.liveMigrates]: 'true' }),
          'pod-security.kubernetes.io/enforce': podSecurityOf(config),
          // Said and recorded even where it is not enforced.
          'pod-security.kubernetes.io/warn': podSecurity.usual,
          'pod-security.kubernetes.io/audit': podSecurity.usual,
        },
        annotations: {
          ...ownerAnnotations,
          ...loadBalancerLimits({ cluster, platform }),
        },
      },
    },
    {
      parent,
      aliases: [formerComponent('user-cluster:TenantNamespace', name, parent)],
      // Whatever stays in it, stays only as long as it does.
      ...protection(config).data,
    },
  );
}

/** What the admission policy of the platform holds the Services of the cluster against. */
function loadBalancerLimits(question: Pick<TenantNamespaceArgs, 'cluster' | 'platform'>) {
  const { addresses, pools } = tenantAddresses(question);
  return {
    [annotationKeys.loadBalancerAddresses]: addresses.join(','),
    [annotationKeys.loadBalancerPools]: pools.join(','),
  };
}

function podSecurityOf({ controlPlane, pools }: TenantNamespaceArgs['config']): string {
  const hasHostDisk = [controlPlane, ...pools].some(({ disks }) =>
    disks.some(({ kind }) => kind === 'host'),
  );
  return hasHostDisk ? podSecurity.withHostDisks : podSecurity.usual;
}
