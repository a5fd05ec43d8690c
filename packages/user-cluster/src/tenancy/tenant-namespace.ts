// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import {
  annotationKeys,
  clusterLabels,
  clusterNamespace,
  labelKeys,
  ownerAnnotations,
} from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { KubevirtStackOutputs } from '@strata/contracts';
import { tenantAddresses } from '../addresses/index.ts';
import type { UserClusterConfig } from '../config/index.ts';
import { protection } from './protection.ts';

/** Arguments of {@link createTenantNamespace}. */
export interface TenantNamespaceArgs {
  readonly environment: string;
  readonly cluster: string;
  readonly config: Pick<UserClusterConfig, 'controlPlane' | 'pools' | 'deletion'>;
  readonly platform: Pick<KubevirtStackOutputs, 'loadBalancerPools'>;
  /** Whether all its VMs can live-migrate: then the descheduler may move them. @default false */
  readonly liveMigrates?: boolean;
}

/**
 * Pod Security levels. virt-launcher and CDI's importers keep to the usual one; pods of VMs whose disks
 * are files of the host cannot, because they mount folders of the host.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
const podSecurity = { usual: 'baseline', withHostDisks: 'privileged' } as const;

/**
 * Makes the namespace on the infra cluster for the VMs of one user cluster: nothing else is in it, and
 * everything in it is deleted with it.
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
          // Warns and records even where it is not enforced.
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

function podSecurityOf({ controlPlane, pools }: TenantNamespaceArgs['config']): string {
  const hasHostDisk = [controlPlane, ...pools].some(({ disks }) =>
    disks.some(({ kind }) => kind === 'host'),
  );
  return hasHostDisk ? podSecurity.withHostDisks : podSecurity.usual;
}
